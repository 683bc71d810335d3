// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Turns what the system says into an error of the catalogue.
enum StorageFailure {
    /// Runs a piece of work on an index.
    ///
    /// - Throws: `SearchBusError` whatever the work throws, but for errors marked as `Outside`.
    static func translating<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as SearchBusError {
            throw error
        } catch let error as Outside {
            throw error
        } catch let error as JSONError {
            throw SearchBusError(.indexCorrupt, "Index `\(name)` holds text that is not JSON: \(error).")
        } catch {
            throw SearchBusError(.storageFailed, "Index `\(name)`: \(error.localizedDescription)")
        }
    }

    /// Runs a piece of work on an index that may fail on its own.
    static func result<Value>(_ name: String, _ body: () throws -> Value) -> Result<Value, SearchBusError> {
        do {
            return .success(try translating(name, body))
        } catch let error as SearchBusError {
            return .failure(error)
        } catch {
            return .failure(SearchBusError(.storageFailed, "Index `\(name)`: \(error)."))
        }
    }

    struct Outside: Error {
        let error: any Error

        static func marking<Value>(_ body: () throws -> Value) throws -> Value {
            do { return try body() } catch { throw Outside(error: error) }
        }
    }

    /// The error for a system call that has just failed.
    static func system(_ doing: String) -> SearchBusError {
        let number = errno
        let code: ErrorCode = number == ENOSPC || number == EDQUOT ? .storageFull : .storageFailed
        return SearchBusError(code, "Cannot \(doing): \(String(cString: strerror(number))).")
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Delivers the data of a `URLSession` to the waiting reader.
///
/// `URLSession.bytes(for:)` is not available on Linux.
final class ResponseReceiver: NSObject, URLSessionDataDelegate, Sendable {
    enum Part: Sendable {
        /// The status and the headers; first, and once.
        case head(TransportAnswer)
        case bytes([UInt8])
    }

    typealias Parts = AsyncThrowingStream<Part, any Error>

    private struct Reader {
        let continuation: Parts.Continuation
        var waitingBytes = 0
    }

    /// The maximum number of bytes of one response that wait for the reader.
    private static let waitingLimit = 16 << 20

    private let readers = Mutex<[Int: Reader]>([:])

    /// Starts a task; its response is delivered in parts, in order, and the task is cancelled if they are not read to the end.
    ///
    /// - Throws: From the sequence, errors of the request, and an error for a reader that is far too slow.
    func parts(of task: URLSessionDataTask) -> Parts {
        let (parts, continuation) = Parts.makeStream()
        readers.withLock { $0[task.taskIdentifier] = Reader(continuation: continuation) }
        continuation.onTermination = { _ in task.cancel() }
        task.resume()
        return parts
    }

    /// Frees space: the reader has processed that many bytes.
    func noteRead(_ count: Int, of task: URLSessionTask) {
        readers.withLock { $0[task.taskIdentifier]?.waitingBytes -= count }
    }

    private func put(_ part: Part, bytes: Int = 0, of task: URLSessionTask) {
        let (continuation, isTooMuch) = readers.withLock { readers in
            readers[task.taskIdentifier]?.waitingBytes += bytes
            let reader = readers[task.taskIdentifier]
            return (reader?.continuation, (reader?.waitingBytes ?? 0) > Self.waitingLimit)
        }
        if isTooMuch {
            continuation?.finish(throwing: TransportError(description: "The program reads the response too slowly."))
        } else {
            continuation?.yield(part)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        var head = TransportAnswer(status: 0)
        if let response = response as? HTTPURLResponse {
            head.status = response.statusCode
            for (name, value) in response.allHeaderFields {
                if let name = name as? String { head.headers[name.lowercased()] = "\(value)" }
            }
        }
        put(.head(head), of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        put(.bytes(Array(data)), bytes: data.count, of: dataTask)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let continuation = readers.withLock { $0.removeValue(forKey: task.taskIdentifier)?.continuation }
        continuation?.finish(throwing: error.map(Self.plain))
    }

    /// Redirects are not followed: the gateway's only redirect is for browsers.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// An error with a readable description.
    private static func plain(_ error: any Error) -> any Error {
        guard let error = error as? URLError else { return error }
        return error.code == .cancelled ? CancellationError() : TransportError(description: error.localizedDescription)
    }
}

/// The description of a request's failure.
struct TransportError: Error, Hashable, CustomStringConvertible {
    let description: String
}

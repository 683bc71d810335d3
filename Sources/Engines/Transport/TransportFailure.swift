// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Wire

/// Why there is no answer, in words that a person understands.
enum TransportFailure: Error, Hashable {
    case cancelled
    case timeout
    case tooLarge
    /// The connection could not be made, or broke.
    case transport(String)

    /// Whether the same question may be answered on another try.
    var isWorthARetry: Bool {
        guard case .transport = self else { return false }
        return true
    }

    /// What an error of the client means.
    init(_ error: any Error) {
        switch error {
        case let failure as TransportFailure: self = failure
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError: self = TransportFailure(client: error)
        case is NIOTooManyBytesError: self = .tooLarge
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            self = .transport("the connection cannot be made secure: \(Self.words(of: error))")
        case let error as NIOConnectionError:
            if error.dnsAError != nil || error.dnsAAAAError != nil, error.connectionErrors.isEmpty {
                self = .transport("the host \(error.host) is not known")
            } else {
                self = .transport("nothing listens there")
            }
        case let error as IOError: self = .transport(Self.words(of: error))
        default: self = .transport("network error (\(Self.words(of: error)))")
        }
    }

    private init(client error: HTTPClientError) {
        switch error {
        case .cancelled, .requestStreamCancelled: self = .cancelled
        case .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout: self = .timeout
        case .connectTimeout: self = .transport("no connection comes about in time")
        case .tlsHandshakeTimeout: self = .transport("the connection cannot be made secure: no answer")
        case .remoteConnectionClosed: self = .transport("the connection was closed in the middle")
        default: self = .transport("network error (\(error.shortDescription))")
        }
    }

    private static func words(of error: any Error) -> String {
        guard let error = error as? IOError else { return String("\(error)".prefix(200)) }
        switch error.errnoCode {
        case ECONNREFUSED: return "nothing listens there"
        case ECONNRESET, EPIPE: return "the connection was lost"
        case EHOSTUNREACH, ENETUNREACH: return "there is no way to that host"
        default: return "network error \(error.errnoCode)"
        }
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Wire

/// Why there is no answer, in words that a person understands.
enum TransportFailure: Error, Hashable {
    case cancelled
    case timeout
    case tooLarge
    /// The connection could not be made, or broke.
    case transport(String, remedy: String = ErrorCode.backendFailed.remedy)

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
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: self = TransportFailure(tls: error)
        case HTTPParserError.invalidEOFState: self = .transport("it broke off in the middle of its answer")
        case is HTTPParserError: self = .transport("what answers there does not speak HTTP")
        case let error as NIOConnectionError:
            if error.dnsAError != nil || error.dnsAAAAError != nil, error.connectionErrors.isEmpty {
                self = .transport(
                    "the host \(error.host) is unknown",
                    remedy: "Check the name of the host, and that this machine can look names up."
                )
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
        case .tlsHandshakeTimeout: self = .transport("the TLS handshake failed: no answer")
        case .remoteConnectionClosed: self = .transport("the connection was closed in the middle")
        default: self = .transport("network error (\(error.shortDescription))")
        }
    }

    /// Why there is no secure connection; for a certificate, where a retry does not help, also what to do.
    private init(tls error: any Error) {
        let words = Self.words(of: error)
        let insecure = "the TLS handshake failed"
        if let extra = error as? NIOSSLExtraError, extra == .failedToValidateHostname {
            self = .transport(
                "\(insecure): its certificate is for another name",
                remedy:
                    "Write the name that the certificate is for into `url`, or give the host a certificate for its name."
            )
        } else if words.contains("CERTIFICATE_VERIFY_FAILED") {
            self = .transport(
                "\(insecure): its certificate is not trusted (CERTIFICATE_VERIFY_FAILED)",
                remedy:
                    "Set `certificateAuthority` to the certificate of its authority; if it has expired, renew it."
            )
        } else if words.contains("WRONG_VERSION_NUMBER") || words.contains("HTTP_REQUEST") {
            self = .transport(
                "\(insecure): what answers there does not speak TLS",
                remedy: "Write http:// in `url` where the engine is without TLS, and check the port."
            )
        } else {
            self = .transport("\(insecure): \(words)")
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

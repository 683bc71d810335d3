// SPDX-License-Identifier: MIT

import CCurl
import Glibc

/// Why there is no response.
public enum HTTPFailure: Error, Hashable, Sendable {
    case cancelled
    case timeout
    /// The response has more bytes than the client takes.
    case tooLarge
    /// The address, a header or the method cannot be sent.
    case invalidRequest
    /// The name of the host does not exist, or was not looked up in time.
    case unknownHost
    case refused
    case noRoute
    /// The connection, or the TLS handshake, was not made in time.
    case connectTimeout
    /// The connection was closed before the response began.
    case connectionLost
    /// The connection was closed in the middle of the response.
    case incomplete
    case notHTTP
    case notTLS
    case untrustedCertificate
    case certificateOfOtherName
    case unreadableCertificates
    /// libcurl's words for any other failure.
    case other(String)

    /// What a result of libcurl means.
    ///
    /// - Parameters:
    ///   - code: The result; `CURLE_*` of [libcurl-errors](https://curl.se/libcurl/c/libcurl-errors.html).
    ///   - words: What libcurl says of it.
    ///   - error: The system's error number of a failed connection.
    ///   - isResolved: Whether the name of the host was looked up.
    ///   - isConnected: Whether the connection was there, with TLS where the address asks for it.
    init(_ code: CURLcode, words: String, error: Int, isResolved: Bool, isConnected: Bool) {
        self =
            switch code {
            case CURLE_OPERATION_TIMEDOUT where !isResolved: .unknownHost
            case CURLE_OPERATION_TIMEDOUT: isConnected ? .timeout : .connectTimeout
            case CURLE_URL_MALFORMAT: .invalidRequest
            case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
            case CURLE_COULDNT_CONNECT:
                [EHOSTUNREACH, ENETUNREACH].contains(Int32(truncatingIfNeeded: error)) ? .noRoute : .refused
            case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR: .connectionLost
            case CURLE_PARTIAL_FILE: .incomplete
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: .notHTTP
            case CURLE_SSL_CACERT_BADFILE: .unreadableCertificates
            case CURLE_PEER_FAILED_VERIFICATION where words.contains("subject name"): .certificateOfOtherName
            case CURLE_PEER_FAILED_VERIFICATION: .untrustedCertificate
            case CURLE_SSL_CONNECT_ERROR where words.contains("wrong version number") || words.contains("http request"):
                .notTLS
            default: .other(words)
            }
    }
}

// SPDX-License-Identifier: MIT

import CurlClient
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

    /// What a failure of the client means for an engine at a host.
    init(_ failure: HTTPFailure, host: String) {
        let insecure = "the TLS handshake failed"
        self =
            switch failure {
            case .cancelled: .cancelled
            case .timeout: .timeout
            case .tooLarge: .tooLarge
            case .invalidRequest: .transport("its address or a header has a character that cannot be sent")
            case .unknownHost:
                .transport(
                    "the host \(host) is unknown",
                    remedy: "Check the name of the host, and that this machine can look names up."
                )
            case .refused: .transport("nothing listens there")
            case .noRoute: .transport("there is no way to that host")
            case .connectTimeout: .transport("no connection comes about in time")
            case .connectionLost: .transport("the connection was lost")
            case .incomplete: .transport("it broke off in the middle of its answer")
            case .notHTTP: .transport("what answers there does not speak HTTP")
            case .notTLS:
                .transport(
                    "\(insecure): what answers there does not speak TLS",
                    remedy: "Write http:// in `url` where the engine is without TLS, and check the port."
                )
            case .untrustedCertificate:
                .transport(
                    "\(insecure): its certificate is not trusted (CERTIFICATE_VERIFY_FAILED)",
                    remedy:
                        "Set `certificateAuthority` to the certificate of its authority; if it has expired, renew it."
                )
            case .certificateOfOtherName:
                .transport(
                    "\(insecure): its certificate is for another name",
                    remedy:
                        "Write the name that the certificate is for into `url`, or give the host a certificate for its name."
                )
            case .unreadableCertificates:
                .transport(
                    "\(insecure): the file of certificates cannot be read",
                    remedy: "Name a file of certificates in PEM form as `certificateAuthority`."
                )
            case .other(let words): .transport("network error (\(words.prefix(200)))")
            }
    }
}

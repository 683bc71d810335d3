// SPDX-License-Identifier: MIT

import CurlClient
import Wire

/// What the answer of a receiver means for the events that it was sent.
enum SinkAnswer: Sendable, Hashable {
    case accepted
    /// It would refuse the same events again; with the reason.
    case refused(String)
    /// It may accept them later.
    case retry(SearchBusError)

    /// The longest time that a receiver may ask to be left in peace, in seconds.
    private static let longestRest = 300
    /// How many characters of a receiver's reason are kept.
    private static let longestReason = 200

    /// Statuses that say something of the receiver or the address, rather than of the events.
    private static let passing: Set = [401, 402, 403, 404, 405, 407, 408, 410, 421, 425, 429]

    /// - Parameters:
    ///   - result: The response, or the reason why it is missing.
    ///   - host: The receiver, in messages; the rest of its address may be a secret.
    init(_ result: Result<HTTPResponse, HTTPFailure>, host: String) {
        switch result {
        case .failure(let failure):
            self = .retry(SearchBusError(.receiverFailed, "\(host) cannot be reached: \(failure.words)."))
        case .success(let response) where (200...299).contains(response.status): self = .accepted
        case .success(let response)
        where (400...499).contains(response.status) && !Self.passing.contains(response.status):
            self = .refused("HTTP status \(response.status)" + Self.reason(response.body))
        case .success(let response):
            let isMoved = (300...399).contains(response.status)
            let seconds = response.headers["retry-after"].flatMap(Int.init) ?? 0
            self = .retry(
                SearchBusError(
                    .receiverFailed,
                    "\(host) answered with HTTP status \(response.status).",
                    remedy: isMoved ? "Write the address that it redirects to." : nil,
                    retryAfter: seconds > 0 ? .seconds(min(seconds, Self.longestRest)) : nil
                )
            )
        }
    }

    /// The beginning of the text that a receiver gives as its reason, to follow the status; it is for people, and shown in one line.
    private static func reason(_ body: [UInt8]) -> String {
        let words = String(decoding: body.prefix(4 * longestReason), as: UTF8.self)
            .split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
            .joined(separator: " ")
        return words.isEmpty ? "" : ": \(words.prefix(longestReason))"
    }

    /// The scheme, host and port of an address, without the rest.
    static func host(of url: String) -> String {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return "the receiver" }
        return "\(parts[0])//\(parts[2].split(separator: "@").last ?? "")"
    }
}

extension HTTPFailure {
    /// What went wrong, to follow a colon.
    fileprivate var words: String {
        switch self {
        case .cancelled: "the request was cancelled"
        case .timeout: "no answer in time"
        case .tooLarge: "the answer is too large"
        case .invalidRequest: "the address or a header is invalid"
        case .unknownHost: "unknown host"
        case .refused: "connection refused"
        case .noRoute: "no route to the host"
        case .connectTimeout: "no connection in time"
        case .connectionLost: "the connection was closed"
        case .incomplete: "the connection was closed in the middle of the answer"
        case .notHTTP: "the answer is not HTTP"
        case .notTLS: "the answer is not TLS"
        case .untrustedCertificate: "the certificate is not trusted"
        case .certificateOfOtherName: "the certificate is for another name"
        case .unreadableCertificates: "the trusted certificates cannot be read"
        case .other(let words): words
        }
    }
}

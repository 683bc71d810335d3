// SPDX-License-Identifier: MIT

import Backends
import CurlClient
import Foundation
import Synchronization
import Wire

/// Sends questions to the hosts of an engine and collects whole answers, within a time and a size.
///
/// Connections are kept and shared. A question that meets a broken connection, or an engine with too much to do, goes to the next
/// host, and after that again after a pause, as long as there is time; a host that says when to come back (`Retry-After`) is not asked
/// again. Redirects are not followed, since that would carry the keys in the headers to wherever the answer points; cookies are not
/// kept; and what the headers hold is never part of a message. A cancelled task's question is broken off, down to the socket. It may be
/// used from any task.
final class HTTPTransport: Sendable {
    private let configuration: TransportConfiguration
    private let client: CurlClient
    private let memory = Mutex(HostMemory())
    private let chance: @Sendable () -> Double
    private let hidden: [String]

    /// - Parameters:
    ///   - configuration: Where the engine is.
    ///   - chance: Random numbers from 0 to 1, for the pauses between tries.
    /// - Throws: `SearchBusError.invalidAppFile` where there is no host, or the certificates cannot be read.
    init(
        _ configuration: TransportConfiguration,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) throws {
        guard !configuration.hosts.isEmpty else {
            throw SearchBusError(.invalidAppFile, "A backend has no host.", remedy: "Give its `url`.")
        }
        self.configuration = configuration
        hidden = configuration.hidden
        self.chance = chance
        if let path = configuration.certificateAuthority, !Self.hasCertificate(path) {
            throw SearchBusError(
                .invalidAppFile,
                "The certificates of a backend cannot be read from `\(path)`.",
                remedy: "Name a file of certificates in PEM form as `certificateAuthority`."
            )
        }
        client = CurlClient(
            .init(
                connectTimeout: configuration.connectTimeout,
                connectionsPerHost: configuration.connections,
                responseLimit: configuration.largestAnswer,
                certificateAuthority: configuration.certificateAuthority
            )
        )
    }

    private static func hasCertificate(_ path: String) -> Bool {
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        return text?.contains("-----BEGIN CERTIFICATE-----") == true
    }

    /// Sends a question and waits for the whole answer.
    func send(_ exchange: HTTPExchange) async throws -> HTTPReply {
        let deadline = ContinuousClock.now.advanced(by: configuration.timeout)
        let order = memory.withLock { $0.order(of: configuration.hosts.count, at: .now) }
        var plan = RetryPlan(order: order, retries: configuration.retries)
        var last: (failure: TransportFailure?, host: Int, reply: HTTPReply?) = (nil, order[0], nil)
        var resting: Set<Int> = []
        while let attempt = plan.next(chance()) {
            let start = ContinuousClock.now.advanced(by: attempt.pause)
            guard start < deadline else { break }
            guard !resting.contains(attempt.host) else { continue }
            if attempt.pause > .zero { try await pause(until: start) }
            // A host that says nothing must leave time for the next one.
            let share = (deadline - start) / plan.leftInRound
            do {
                let reply = try await send(exchange, to: attempt.host, until: start.advanced(by: share))
                let isBusy = Self.isBusy(reply)
                memory.withLock { $0.note(attempt.host, failedAt: isBusy ? .now : nil) }
                guard isBusy else { return reply }
                last = (nil, attempt.host, reply)
                if reply.retryAfter != nil { resting.insert(attempt.host) }
            } catch {
                last = (error, attempt.host, nil)
                let isHostSilent = error == .timeout && plan.leftInRound > 1
                guard error.isWorthARetry || isHostSilent else { break }
                memory.withLock { $0.note(attempt.host, failedAt: .now) }
            }
        }
        if let reply = last.reply { return reply }
        throw error(for: last.failure ?? .timeout, at: last.host)
    }

    /// Whether the engine is overloaded, or a proxy before it does not reach it.
    private static func isBusy(_ reply: HTTPReply) -> Bool { [429, 502, 503, 504].contains(reply.status) }

    private func pause(until instant: ContinuousClock.Instant) async throws {
        do { try await Task.sleep(until: instant, clock: .continuous) } catch { throw SearchBusError.searchCancelled }
    }

    private func send(
        _ exchange: HTTPExchange,
        to host: Int,
        until deadline: ContinuousClock.Instant
    ) async throws(TransportFailure) -> HTTPReply {
        let address = configuration.hosts[host]
        var headers = configuration.headers
        headers.updateValue("application/json", forHeader: "accept")
        if !exchange.body.isEmpty { headers.updateValue(exchange.contentType, forHeader: "content-type") }
        let request = HTTPRequest(
            exchange.method.rawValue,
            address.url + exchange.path,
            headers: headers.map { ($0, $1) },
            body: exchange.body.isEmpty && exchange.method != .post ? nil : exchange.body
        )
        do {
            let response = try await client.send(request, timeout: deadline - .now)
            let rest = response.headers["retry-after"].flatMap(RetryPlan.rest)
            return HTTPReply(status: response.status, body: response.body, retryAfter: rest)
        } catch {
            throw TransportFailure(error, host: address.host)
        }
    }

    private func error(for failure: TransportFailure, at host: Int) -> SearchBusError {
        let place = configuration.hosts[host].place
        let others = configuration.hosts.count > 1 ? ", nor do the other hosts" : ""
        return switch failure {
        case .cancelled: .searchCancelled
        case .timeout:
            SearchBusError(
                .backendTimeout,
                "The backend at \(place) did not answer within \(configuration.timeout)\(others)."
            )
        case .tooLarge:
            SearchBusError(
                .tooLarge,
                "The backend at \(place) answered with more than \(configuration.largestAnswer) bytes.",
                remedy: "Retrieve fewer attributes or fewer records."
            )
        case .transport(let reason, let remedy):
            SearchBusError(
                .backendFailed,
                "The backend at \(place) cannot be reached: \(reason)\(others.isEmpty ? "" : "; nor can the other hosts").",
                remedy: remedy
            )
        }
    }

    // MARK: - What an answer's status means

    /// The JSON of an answer.
    func json(of reply: HTTPReply, words: (JSON) -> String? = { $0["message"]?.string }) throws -> JSON {
        guard (200..<300).contains(reply.status) else { throw refusal(reply, words) }
        do {
            return try JSON(parsing: reply.body, limits: JSONLimits(depth: 64, values: 2_000_000))
        } catch {
            throw SearchBusError(
                .backendFailed,
                "The backend at \(place) answered with something that is not JSON: \(error)"
            )
        }
    }

    func refusal(_ reply: HTTPReply, _ words: (JSON) -> String?) -> SearchBusError {
        let words = (try? JSON(parsing: reply.body)).flatMap(words) ?? ""
        return error(for: EngineRefusal(status: reply.status, words: words, retryAfter: reply.retryAfter))
    }

    /// An engine's message without secrets: a service may repeat the key that it does not know.
    func withoutSecrets(_ words: String) -> String {
        hidden.reduce(words) { $0.replacing($1, with: "…") }
    }

    func error(for refusal: EngineRefusal) -> SearchBusError {
        let words = withoutSecrets(refusal.words)
        let message = words.isEmpty ? "" : ": \(words.prefix(300))"
        let status = "The backend at \(place) answered with status \(refusal.status)"
        let rest = refusal.retryAfter
        let wish = rest.map { ", and wants to be left in peace for \(Int(($0 / .seconds(1)).rounded(.up))) s" } ?? ""
        switch refusal.status {
        case 401, 403: return SearchBusError(.backendDenied, "The backend at \(place) denies access\(message)")
        case 404 where message.lowercased().contains("index") || message.lowercased().contains("collection"):
            return SearchBusError(
                .unknownIndex,
                "The backend at \(place) does not have the index\(message)",
                remedy: "Check the searcher's `index`, or create it in the backend."
            )
        case 429:
            return SearchBusError(
                .backendBusy,
                "The backend at \(place) has too much to do\(wish)\(message)",
                retryAfter: rest
            )
        case 300..<400:
            return SearchBusError(
                .backendFailed,
                "\(status): it points elsewhere, where keys are not carried.",
                remedy: "Give the address that it points to as `url`."
            )
        case 400..<500: return SearchBusError(.backendRefused, "\(status)\(message)")
        default: return SearchBusError(.backendFailed, "\(status)\(wish)\(message)", retryAfter: rest)
        }
    }

    /// The first host, in messages.
    var place: String { configuration.hosts[0].place }
}

extension [String: String] {
    /// Sets a header, whose name may be there in other letters.
    fileprivate mutating func updateValue(_ value: String, forHeader name: String) {
        for key in keys where key.lowercased() == name { self[key] = nil }
        self[name] = value
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import Foundation
import SearchModel
import Wire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers from a service over HTTP that speaks Algolia's search protocol: `POST URL/1/indexes/*/queries`.
///
/// All requests of a call go in one exchange, and in a second one where selected values have to be counted one by one.
/// Redirects are not followed, cookies not kept, and what the headers hold is never part of a message. It may be used
/// from any task; a cancelled task's exchange is broken off.
public final class HTTPBackend: SearchBackend {
    /// Where the service is and how it is asked.
    public struct Configuration: Sendable {
        /// The address of the service, `http` or `https`, without `/1/indexes`.
        public var url: String
        /// Headers sent with every request, such as keys.
        public var headers: [String: String]
        /// How long an answer may take in all.
        public var timeout: Duration
        /// How many bytes an answer may have.
        public var largestAnswer: Int
        /// How the service is told the filters.
        public var filterSyntax: FilterSyntax
        /// How the service is told all parameters.
        public var parameterSyntax: ParameterSyntax

        public init(
            url: String,
            headers: [String: String] = [:],
            timeout: Duration = .seconds(2),
            largestAnswer: Int = 8 << 20,
            filterSyntax: FilterSyntax = .lists,
            parameterSyntax: ParameterSyntax = .members
        ) {
            self.url = url
            self.headers = headers
            self.timeout = timeout
            self.largestAnswer = largestAnswer
            self.filterSyntax = filterSyntax
            self.parameterSyntax = parameterSyntax
        }
    }

    private let configuration: Configuration
    private let url: URL
    /// The service in messages: no path, no query, nothing that could be a secret.
    private let place: String
    private let client: HTTPClient
    private let token: @Sendable () -> UInt64

    /// Prepares a backend; the service is not asked yet.
    ///
    /// - Parameters:
    ///   - configuration: Where the service is and how it is asked.
    ///   - token: Gives numbers that nobody can guess, of which tags around matches are made.
    /// - Throws: `SearchBusError.invalidAppFile` for an address that is not of `http` or `https`, or that has a user or
    ///   a query in it.
    public init(
        _ configuration: Configuration,
        token: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) throws {
        guard let parts = URLComponents(string: configuration.url), let host = parts.host, !host.isEmpty,
            parts.scheme == "http" || parts.scheme == "https", parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil,
            let url = URL(string: configuration.url.trimmingSuffix("/") + "/1/indexes/*/queries")
        else {
            throw SearchBusError(
                .invalidAppFile,
                "The address of a backend is not one of http or https.",
                remedy: "Write http://HOST:PORT or https://HOST; give keys as headers."
            )
        }
        self.configuration = configuration
        self.token = token
        self.url = url
        place = "\(parts.scheme ?? "http")://\(host)\(parts.port.map { ":\($0)" } ?? "")"
        client = HTTPClient(largestAnswer: configuration.largestAnswer)
    }

    public func search(_ requests: [SearchRequest]) async -> [SearchResult] {
        guard !requests.isEmpty else { return [] }
        let batch = QueryBatch(requests, syntax: configuration.filterSyntax, tags: HighlightTags(token: token()))
        do {
            let answers = try await answers(to: batch.queries)
            // Where the second exchange fails, the counts it was to bring are not known; the rest is.
            let counts = (try? await self.answers(to: batch.countQueries(after: answers))) ?? []
            return batch.results(from: answers, counts: counts, failure: searchError)
        } catch {
            return batch.results(failing: searchError(error))
        }
    }

    /// The answers to queries, in the same order.
    private func answers(to queries: [JSON]) async throws -> [JSON] {
        guard !queries.isEmpty else { return [] }
        let requests = queries.map(configuration.parameterSyntax.query)
        return try await exchange(["requests": .array(requests), "strategy": "none"]).list("results")
    }

    private func searchError(_ error: any Error) -> SearchBusError {
        switch error {
        case let error as SearchBusError: error
        case let error as JSONError: failure("answered in a form that is not understood: \(error)")
        default: failure("cannot be searched: \(error)")
        }
    }

    /// Sends a body and reads the answer.
    private func exchange(_ body: JSON) async throws -> JSON {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(body.bytes)
        for (name, value) in configuration.headers { request.setValue(value, forHTTPHeaderField: name) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        let answer: HTTPClient.Answer
        do {
            answer = try await client.send(request, timeout: configuration.timeout)
        } catch let error as HTTPClient.Failure {
            throw self.error(for: error)
        }
        guard (200..<300).contains(answer.status) else { throw refusal(answer) }
        do {
            return try JSON(parsing: answer.body, limits: JSONLimits(depth: 64, values: 2_000_000))
        } catch {
            throw failure("answered with something that is not JSON: \(error)")
        }
    }

    // MARK: - Errors

    private func failure(_ what: String) -> SearchBusError {
        SearchBusError(.backendFailed, "The backend at \(place) \(what).")
    }

    private func error(for failure: HTTPClient.Failure) -> SearchBusError {
        switch failure {
        case .cancelled: .searchCancelled
        case .timeout:
            SearchBusError(.backendTimeout, "The backend at \(place) did not answer within \(configuration.timeout).")
        case .tooLarge:
            self.failure("answered with more than \(configuration.largestAnswer) bytes")
        case .transport(let reason):
            self.failure("cannot be reached: \(reason)")
        }
    }

    /// The error for an answer that is a refusal, with the service's own words if it has any.
    private func refusal(_ answer: HTTPClient.Answer) -> SearchBusError {
        var message = (try? JSON(parsing: answer.body))?["message"]?.string ?? ""
        // A service may repeat the key that it does not know.
        for secret in configuration.headers.values where secret.count >= 4 {
            message = message.replacing(secret, with: "…")
        }
        message = String(message.prefix(300))
        if answer.status == 404, message.lowercased().contains("index") {
            return SearchBusError(
                .unknownIndex,
                "The backend at \(place) does not know the index: \(message)",
                remedy: "Check the searcher's `index`, or create it in the backend."
            )
        }
        return failure("answered with status \(answer.status)\(message.isEmpty ? "" : ": \(message)")")
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: Character) -> String {
        var text = self
        while text.last == suffix { text.removeLast() }
        return text
    }
}

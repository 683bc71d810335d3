// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AlgoliaLanguage
import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
import Synchronization
import Wire

/// Algolia's own interface: HTTP to events and back.
///
/// It opens no index and asks no engine. It authenticates by key and never by cookie, so that pages of any origin may use it.
final class AlgoliaGateway: Sendable {
    /// The route of all paths of the interface for the router; the interface parses them itself, since names of records and of
    /// operations have the same positions in them.
    static let route = "/1/**"
    /// The prefix of the paths of writes.
    static let writePrefix = "/1/indexes/"
    /// The path of users' events.
    static let eventsPath = "/1/events"

    let log: any EventLog
    let credentials: AlgoliaCredentials
    let limits: GatewayConfiguration.Limits
    /// The indexes of external engines: they cannot be written to here.
    let remoteIndexes: Set<String>
    /// Returns the reason why the indexer cannot write to an index; set once statuses are followed.
    let indexerProblem = Mutex<@Sendable (String) -> ProcessProblem?>({ _ in nil })
    private let proxies: ProxyRule
    private let registry: ConnectionRegistry
    private let searchers: SearcherTable
    private let questions: Questions
    /// Whether searches are counted.
    private let isCounting: Bool

    /// - Throws: `SearchBusError` for keys that cannot be read.
    init(
        _ configuration: GatewayConfiguration,
        log: any EventLog,
        registry: ConnectionRegistry,
        questions: Questions
    ) throws {
        self.log = log
        self.registry = registry
        proxies = configuration.reach.proxyRule
        self.questions = questions
        searchers = configuration.app.searchers
        isCounting = configuration.app.countsInsights
        limits = configuration.limits
        remoteIndexes = configuration.app.remoteIndexes
        credentials = try AlgoliaCredentials(dataDirectory: configuration.dataDirectory)
    }

    /// Adds the routes of the interface, for any method.
    func addRoutes(to router: Router<GatewayContext>) {
        for method: HTTPRequest.Method in [.get, .post, .put, .delete, .patch, .options] {
            router.on(RouterPath(Self.route), method: method) { request, context in
                // Bodies may be large, and keys are derived.
                try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    try await self.respond(to: request, context)
                }
            }
        }
    }

    /// Answers a request; every error is reported in Algolia's format.
    ///
    /// - Throws: Errors of the HTTP request itself.
    func respond(to request: Request, _ context: GatewayContext) async throws -> Response {
        var response: Response
        if request.method == .options {
            response = Self.preflight
        } else {
            do {
                response = try await answer(request, request.query, context)
            } catch let error as HTTPParserError {
                throw error
            } catch {
                response = Self.failure(error)
            }
        }
        // Any client with a key may send requests from any page; nothing here depends on a cookie.
        response.headers[.accessControlAllowOrigin] = "*"
        return response
    }

    private static let preflight = Response(
        status: .noContent,
        headers: [
            .accessControlAllowMethods: "GET, POST, PUT, DELETE, OPTIONS",
            .accessControlAllowHeaders:
                "accept, content-type, x-algolia-agent, x-algolia-api-key, x-algolia-application-id, "
                + "x-algolia-usertoken, x-forwarded-for, request-id",
            .accessControlMaxAge: "86400",
        ]
    )

    private static func failure(_ error: any Error) -> Response {
        let known: AlgoliaError
        switch error {
        case let error as AlgoliaError: known = error
        case let error as SearchBusError: known = AlgoliaError(error)
        case let error as JSONError: known = AlgoliaError("Invalid body: \(error)")
        case is BodyTooLarge, is NIOTooManyBytesError: known = AlgoliaError("The body is too large.", status: 413)
        default: known = AlgoliaError("The service is stopping.", status: 503)
        }
        var response = Response.json(known.json, status: HTTPResponse.Status(code: known.status))
        if known.status == 413 { response.headers[.connection] = "close" }
        return response
    }

    // MARK: Routes

    private func answer(
        _ request: Request,
        _ query: Parameters,
        _ context: GatewayContext
    ) async throws -> Response {
        let (route, names) = try AlgoliaRoute.find(request.method, path: request.uri.path)
        guard let handler = route.handler else { return .json(["message": "server is alive"]) }
        let key = request.headers[.algoliaKey] ?? query.get("x-algolia-api-key") ?? ""
        let access = try self.access(of: request, query, key, on: context.channel)
        if let right = route.right, !access.rights.contains(right) { throw Self.notAllowed }
        if !names.index.isEmpty, !access.allows(index: names.index) { throw Self.notAllowed }
        let call = AlgoliaCall(
            request: request,
            query: query,
            access: access,
            key: key,
            caller: CallerToken(access.digest, context),
            names: names
        )
        return try await handler(self)(call)
    }

    /// The permissions of a request's key; a connection that presented one is not among those that are closed first.
    private func access(
        of request: Request,
        _ query: Parameters,
        _ key: String,
        on channel: any Channel
    ) throws -> KeyAccess {
        let application = request.headers[.algoliaApplication] ?? query.get("x-algolia-application-id") ?? ""
        let forwarded = try proxies.forwarded(request.headers, from: channel.remoteAddress)
        let address = proxies.client(forwarded, from: channel.remoteAddress)
        do {
            let access = try credentials.access(to: application, key: key, from: address)
            registry.note(right: true, of: channel)
            return access
        } catch {
            // A proxy sends requests of several clients over one connection.
            if forwarded != nil { registry.note(right: false, of: channel) }
            throw error
        }
    }

    static var notAllowed: AlgoliaError { AlgoliaError("Method not allowed with this API key", status: 403) }

    /// The body of a request as a JSON object; an empty one has no member.
    ///
    /// Clients declare any media type, to avoid a preflight in browsers.
    func body(_ call: AlgoliaCall, upTo limit: Int? = nil, values: Int = 20_000) async throws -> JSONObject {
        let buffer = try await call.request.body.collect(upTo: limit ?? limits.bodySize)
        guard buffer.readableBytes > 0 else { return JSONObject() }
        let json = try JSON(parsing: buffer.readableBytesView, limits: JSONLimits(depth: 16, values: values))
        guard let object = json.object else { throw AlgoliaError("The body is not a JSON object.") }
        return object
    }

    // MARK: Requests

    /// Sends the requests of one call, and waits for the responses.
    ///
    /// Requests for indexes of custom programs are sent to these.
    ///
    /// - Returns: The responses in the order of the requests.
    /// - Throws: `AlgoliaError`, the first one of those that failed; `SearchBusError` if there is no response.
    func ask(_ list: [AlgoliaQuestion], _ call: AlgoliaCall) async throws -> AlgoliaAnswers {
        let list = list.map { call.access.restricting($0.withoutCredentials) }
        // An invalid request is refused at once, and never reaches the log.
        for question in list { try question.check() }
        let user = call.userToken ?? list.lazy.compactMap { $0.parameters["userToken"]?.string }.first
        let session = AlgoliaCredentials.session(call.access, userToken: user)
        let own = try list.map { try OwnEngineQuestion($0, searchers) }
        let others = zip(list, own).filter { $0.1 == nil }.map(\.0)
        guard others.count < list.count else { return try await askSearcher(others, session, call) }
        async let otherAnswers = others.isEmpty ? [] : askSearcher(others, session, call).each
        // Its requests do not contain the user.
        let found = try await questions.answers(to: own.compactMap { $0?.search }, of: call.caller, isCounted: false)
        let asked = zip(list, own).filter { $0.1 != nil }.map(\.0)
        let identifiers = try await publish(asked, found, session)
        var (ownAnswers, rest) = (zip(found, identifiers).map { ($0, $1) }[...], try await otherAnswers[...])
        return AlgoliaAnswers(
            try own.compactMap { question in
                guard let question else { return rest.popFirst() }
                return try ownAnswers.popFirst().map { answer, identifier in
                    let answer = try question.answer(answer.get())
                    return identifier.map { SearchOrigins.identified(answer, $0) } ?? answer
                }
            }
        )
    }

    /// Publishes the searched texts, as for other engines.
    ///
    /// - Returns: The identifiers of the searches whose clicks are counted.
    private func publish(
        _ list: [AlgoliaQuestion],
        _ answers: [OneOffPlan.Answer],
        _ session: String
    ) async throws -> [QueryIdentifier?] {
        let searches = zip(list, answers).map {
            SearchOrigins.Report(question: $0.json, found: SearchOrigins.found(in: $1))
        }
        guard list.contains(where: \.wantsIdentifier) else {
            if isCounting { questions.append(try SearchOrigins.draft(searches, session: session)) }
            return list.map { _ in nil }
        }
        let identifiers = try await SearchOrigins(log: log).identifiers(of: searches, session: session)
        return zip(list, identifiers).map { $0.wantsIdentifier ? $1 : nil }
    }

    /// Sends requests to the process that responds to Algolia's interface.
    private func askSearcher(
        _ list: [AlgoliaQuestion],
        _ session: String,
        _ call: AlgoliaCall
    ) async throws -> AlgoliaAnswers {
        let event = try await questions.answer(to: list, session: session, of: call.caller)
        do {
            return try AlgoliaAnswers(event)
        } catch let error as JSONError {
            throw AlgoliaError("The search failed: its answer cannot be read (\(error)).", status: 502)
        }
    }
}

/// A request to Algolia's interface, and its key's permissions.
struct AlgoliaCall: Sendable {
    let request: Request
    let query: Parameters
    let access: KeyAccess
    /// The presented key: a secret.
    let key: String
    /// The caller, which has a share of the searches.
    let caller: CallerToken
    /// The names in the path.
    let names: AlgoliaRoute.Names

    /// The index, and the record or synonym of the path; empty where the path has none.
    var index: String { names.index }
    var object: String { names.object }

    /// A Boolean parameter of the query, in the spelling of any client.
    ///
    /// - Throws: `AlgoliaError` for any other text.
    func flag(_ name: String, default value: Bool) throws(AlgoliaError) -> Bool {
        switch query.get(name)?.lowercased() {
        case nil, "": return value
        case "true", "1", "yes": return true
        case "false", "0", "no": return false
        case let text?:
            throw AlgoliaError("\(name): `true` or `false` is expected, not `\(text.prefix(80))`")
        }
    }

    /// The user of the request, if it names one.
    var userToken: String? { request.headers[.algoliaUser] ?? query.get("x-algolia-usertoken") }
}

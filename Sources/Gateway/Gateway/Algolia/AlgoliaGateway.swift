// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
/// It opens no index and asks no engine. It authenticates by key and never by cookie, so that pages of any origin may ask.
final class AlgoliaGateway: Sendable {
    /// What all paths of the interface are to the router; it reads them itself, since names of records and of
    /// operations stand at the same places in them.
    static let route = "/1/**"
    /// Where the paths begin that records are written to.
    static let writePrefix = "/1/indexes/"
    /// The path that events of users are sent to.
    static let eventsPath = "/1/events"

    let log: any EventLog
    let credentials: AlgoliaCredentials
    let questions: QuestionTable
    let limits: GatewayConfiguration.Limits
    /// The indexes that an engine elsewhere holds: they cannot be written to here.
    let remoteIndexes: Set<String>
    /// What keeps the indexer from writing to an index; set once statuses are followed.
    let indexerProblem = Mutex<@Sendable (String) -> ProcessProblem?>({ _ in nil })
    private let metrics: GatewayMetrics
    private let proxies: ProxyRule
    private let registry: ConnectionRegistry
    private let drafts: DraftQueue
    private let searchers: SearcherTable
    private let searches: OneOffSearches
    /// Whether it is counted what people search for.
    private let isCounting: Bool

    /// - Throws: `SearchBusError` for keys that cannot be read.
    init(
        _ configuration: GatewayConfiguration,
        log: any EventLog,
        executor: (any TaskExecutor)?,
        metrics: GatewayMetrics,
        registry: ConnectionRegistry,
        searches: OneOffSearches
    ) throws {
        self.log = log
        self.registry = registry
        proxies = configuration.reach.proxyRule
        self.searches = searches
        searchers = configuration.app.searchers
        isCounting = configuration.app.countsInsights
        self.metrics = metrics
        limits = configuration.limits
        remoteIndexes = configuration.app.remoteIndexes
        credentials = try AlgoliaCredentials(dataDirectory: configuration.dataDirectory)
        let questions = QuestionTable(
            count: limits.questions,
            bytes: limits.questionBytes,
            perCaller: (limits.questionsPerCaller, limits.questionBytesPerCaller)
        )
        self.questions = questions
        drafts = DraftQueue(
            log: log,
            executor: executor,
            onAppended: { metrics.appended($0, after: $1) },
            onFailure: { questions.failed($0, with: $1) }
        )
    }

    /// Takes what is asked by any method.
    func addRoutes(to router: Router<GatewayContext>) {
        for method: HTTPRequest.Method in [.get, .post, .put, .delete, .patch, .options] {
            router.on(RouterPath(Self.route), method: method) { request, context in
                try await self.respond(to: request, context)
            }
        }
    }

    /// Answers a request; whatever goes wrong is told in Algolia's shape.
    ///
    /// - Throws: What is wrong with the HTTP itself.
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
        // Whoever has a key may ask from any page; nothing here rests on a cookie.
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
        case let error as JSONError: known = AlgoliaError("The body is not as it should be: \(error)")
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
        guard route.needsKey else { return Self.alive }
        let key = request.headers[.algoliaKey] ?? query.get("x-algolia-api-key") ?? ""
        let access = try self.access(of: request, query, key, on: context.channel)
        if let right = route.right, !access.rights.contains(right) { throw Self.notAllowed }
        if !names.index.isEmpty, !access.allows(index: names.index) { throw Self.notAllowed }
        let call = AlgoliaCall(
            request: request,
            query: query,
            access: access,
            key: key,
            caller: CallerToken(access.digest, context)
        )
        return try await route.handler(self, call, names)
    }

    /// What the key of a request allows; a connection that presented one is not among those that make room first.
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

    static var alive: Response { .json(["message": "server is alive"]) }

    static var notAllowed: AlgoliaError { AlgoliaError("Method not allowed with this API key", status: 403) }

    /// The body of a request as a JSON object; an empty one has no member.
    ///
    /// Clients declare it as anything, to spare browsers a question ahead.
    func body(_ call: AlgoliaCall, upTo limit: Int? = nil, values: Int = 20_000) async throws -> JSONObject {
        let buffer = try await call.request.body.collect(upTo: limit ?? limits.bodySize)
        guard buffer.readableBytes > 0 else { return JSONObject() }
        let json = try JSON(parsing: buffer.readableBytesView, limits: JSONLimits(depth: 16, values: values))
        guard let object = json.object else { throw AlgoliaError("The body is not a JSON object.") }
        return object
    }

    // MARK: Questions

    /// Asks questions of one call, and waits for the answers.
    ///
    /// - Returns: The answers in the order of the questions.
    /// - Throws: `AlgoliaError`, the first one of those that failed; `SearchBusError` where there is no answer.
    func ask(_ questions: [AlgoliaQuestion], _ call: AlgoliaCall) async throws -> AlgoliaAnswers {
        let restricted = questions.map { call.access.restricting($0.withoutCredentials) }
        // What makes no sense is told at once, and never reaches the log.
        for question in restricted { try question.check() }
        let own = try restricted.map { try OwnEngineQuestion($0, searchers) }
        guard own.contains(where: { $0 != nil }) else { return try await askSearcher(restricted, call) }
        return try await ask(restricted, own, call)
    }

    /// Asks what programs of one's own know, and the rest as ever.
    private func ask(
        _ questions: [AlgoliaQuestion],
        _ own: [OwnEngineQuestion?],
        _ call: AlgoliaCall
    ) async throws -> AlgoliaAnswers {
        let others = zip(questions, own).filter { $0.1 == nil }.map(\.0)
        async let otherAnswers = others.isEmpty ? [] : askSearcher(others, call).each
        // Its requests know nothing of the user whose texts they are.
        let found = try await searches.answers(
            to: own.compactMap { $0?.search },
            of: call.caller,
            isCounted: false
        )
        let asked = zip(questions, own).filter { $0.1 != nil }.map(\.0)
        let identifiers = try await tell(asked, found, call)
        var (ownAnswers, rest) = (zip(found, identifiers).map { ($0, $1) }[...], try await otherAnswers[...])
        return AlgoliaAnswers(
            try own.compactMap { question in
                guard let question else { return rest.popFirst() }
                return try ownAnswers.popFirst().map { answer, identifier in
                    let answer = try question.answer(answer.get())
                    return identifier.map { OneOffTelling.spliced(answer, $0.text) } ?? answer
                }
            }
        )
    }

    /// Tells what was searched for, as the log tells it of other engines.
    ///
    /// - Returns: What each is known by of which clicks are to be told apart.
    private func tell(
        _ questions: [AlgoliaQuestion],
        _ answers: [OneOffPlan.Answer],
        _ call: AlgoliaCall
    ) async throws -> [QueryIdentifier?] {
        let session = AlgoliaCredentials.session(call.access, userToken: Self.userToken(of: questions, call))
        let told = zip(questions, answers).map { question, answer in
            let found = (try? answer.get()).flatMap { SearchOrigins.summary(of: $0).found }
            return SearchOrigins.Told(question: question.json, found: found)
        }
        guard questions.contains(where: \.wantsIdentifier) else {
            if isCounting { drafts.append(try SearchOrigins.draft(told, session: session)) }
            return questions.map { _ in nil }
        }
        let identifiers = try await SearchOrigins(log: log).identifiers(of: told, session: session)
        return zip(questions, identifiers).map { $0.wantsIdentifier ? $1 : nil }
    }

    private static func userToken(of questions: [AlgoliaQuestion], _ call: AlgoliaCall) -> String? {
        call.userToken ?? questions.lazy.compactMap { $0.parameters["userToken"]?.string }.first
    }

    /// Asks the process that answers questions of Algolia's interface.
    private func askSearcher(_ questions: [AlgoliaQuestion], _ call: AlgoliaCall) async throws -> AlgoliaAnswers {
        let session = AlgoliaCredentials.session(call.access, userToken: Self.userToken(of: questions, call))
        let id = Identifier.make()
        let data = JSON.object(
            JSONObject([("caller", .string(call.caller.text)), ("requests", .array(questions.map(\.json)))])
        ).bytes
        let draft = EventDraft(
            topic: try Topic(.request, AlgoliaQuestion.component, session: session),
            id: id,
            source: GatewayAPI.source,
            type: "searchbus.request.algolia",
            traceParent: RequestTrace.current,
            data: data
        )
        let deadline = ContinuousClock.now + limits.questionTime
        let event = try await self.questions.answer(
            to: id,
            bytes: data.count,
            of: call.caller.text,
            deadline: deadline
        ) {
            drafts.append(draft)
        }
        do {
            return try AlgoliaAnswers(event)
        } catch let error as JSONError {
            throw AlgoliaError("The search failed: its answer cannot be read (\(error)).", status: 502)
        }
    }
}

/// A request to Algolia's interface, and what its key allows.
struct AlgoliaCall: Sendable {
    let request: Request
    let query: Parameters
    let access: KeyAccess
    /// The key that was shown: a secret.
    let key: String
    /// The caller, which has a share of the searches.
    let caller: CallerToken

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

    /// The user whom the request is made for, if it tells.
    var userToken: String? { request.headers[.algoliaUser] ?? query.get("x-algolia-usertoken") }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The catalogue of everything that can be refused or fail, as it is named on the bus, in HTTP problems and by commands.
///
/// A code never changes its meaning. Its exit code and HTTP status follow from its kind, so that a program can act on
/// either without reading the message.
public enum ErrorCode: String, Sendable, CaseIterable {
    case malformedJSON = "malformed-json"
    case malformedCommand = "malformed-command"
    case malformedRequest = "malformed-request"
    case unknownOperation = "unknown-operation"
    case invalidTopic = "invalid-topic"
    case invalidEvent = "invalid-event"
    case invalidSession = "invalid-session"
    case invalidIntent = "invalid-intent"
    case invalidArgument = "invalid-argument"
    case unknownAddressee = "unknown-addressee"
    case unknownSession = "unknown-session"
    case unknownIndex = "unknown-index"
    case unknownKey = "unknown-key"
    case unknownRoute = "unknown-route"
    case tooLarge = "too-large"
    case notPermitted = "not-permitted"
    case unauthorized = "unauthorized"
    case forbiddenOrigin = "forbidden-origin"
    case forbiddenHost = "forbidden-host"
    case unsupportedMediaType = "unsupported-media-type"
    case cursorMoved = "cursor-moved"
    case eventsMissed = "events-missed"
    case partialRepeat = "partial-repeat"
    case idReused = "id-reused"
    case fenced
    case trimmed
    case diverged
    case epochChanged = "epoch-changed"
    case storageFull = "storage-full"
    case storageFailed = "storage-failed"
    case logCorrupt = "log-corrupt"
    case journalUnavailable = "journal-unavailable"
    case journalUnreadable = "journal-unreadable"
    case dataDirectoryInUse = "data-directory-in-use"
    case dataDirectoryUnusable = "data-directory-unusable"
    case addressInUse = "address-in-use"
    case pathTooLong = "path-too-long"
    case invalidAppFile = "invalid-app-file"
    case invalidRecord = "invalid-record"
    case indexCorrupt = "index-corrupt"
    case backendFailed = "backend-failed"
    case backendTimeout = "backend-timeout"
    case backendBusy = "backend-busy"
    case backendDenied = "backend-denied"
    case backendRefused = "backend-refused"
    case cancelled
    case brokerUnavailable = "broker-unavailable"
    case busy
    case componentFailed = "component-failed"
    case poisonEvent = "poison-event"
    case libraryMissing = "library-missing"
    case internalError = "internal-error"

    /// What a person can do about it, where the place that throws knows nothing better.
    public var remedy: String {
        switch self {
        case .malformedJSON: "Send one complete JSON value in UTF-8."
        case .malformedCommand: "Send a correlation frame, a JSON header with `op`, then the frames that the op needs."
        case .malformedRequest: "Send a request of HTTP/1.1."
        case .unknownOperation: "Use one of: append, replay, latest, cursor, claim, expire, echo."
        case .invalidTopic: "Write topics as kind/component/session/, each part ended by a slash."
        case .invalidEvent: "Give each event an id, a source and a type; sequence, previous and epoch are the broker's."
        case .invalidSession: "Use 1 to 64 letters, digits, `_` or `-`."
        case .invalidIntent: "See the widget's intents in the documentation; /api/app lists the widgets."
        case .invalidArgument: "Correct the argument and try again."
        case .unknownAddressee: "Address a searcher, a filter state or a widget of the app; /api/app lists them."
        case .unknownSession: "Create the session first: PUT /api/sessions/{id}."
        case .unknownIndex: "Import it first: searchbus index import NAME FILE."
        case .unknownKey: "List the keys: searchbus keys list."
        case .unknownRoute: "See /openapi.json for what is served."
        case .tooLarge: "Send less at once."
        case .notPermitted: "Use the ipc endpoint, or switch appends on for this endpoint."
        case .unauthorized: "Open the link that `searchbus up` printed, or run `searchbus link` for a new one."
        case .forbiddenOrigin: "Send the request from the console's own origin, or without a browser."
        case .forbiddenHost: "Use the address that the gateway printed when it started."
        case .unsupportedMediaType: "Send `content-type: application/json`."
        case .cursorMoved: "Read the cursor again and continue from there."
        case .eventsMissed: "Replay from the cursor and fold what was missed."
        case .partialRepeat: "Resend exactly the events of the first attempt, or give the new ones new ids."
        case .idReused: "Give each event an id of its own; the same id again only with the same type and data."
        case .fenced:
            "Another process has claimed this component: end this one, or let it claim the component again."
        case .trimmed: "Start over from the latest values; raise the broker's retention to keep more."
        case .diverged: "Forget what was seen and start over from the latest values: part of it is not on the log."
        case .epochChanged: "The log is a new one: forget the old sequence numbers and start over."
        case .storageFull: "Free disk space; appends resume automatically when there is room."
        case .storageFailed: "Check the disk and the permissions of the data directory."
        case .logCorrupt: "Restore the data directory from a backup, or move it away to start with an empty log."
        case .journalUnavailable:
            "Retry with the same ids in a moment; reads continue. Check that most of the log's servers run and reach each other."
        case .journalUnreadable: "Use the SearchBus version that wrote it on every node, or another stream."
        case .dataDirectoryInUse: "Stop the other broker, or choose another data directory with --data."
        case .dataDirectoryUnusable: "Choose a directory that you can write to with --data."
        case .addressInUse: "Stop the program that listens there, or choose another address with --listen."
        case .pathTooLong: "Choose a shorter runtime directory with --runtime."
        case .invalidAppFile: "Run `searchbus check` and correct the lines that it names."
        case .invalidRecord: "Correct the record, or pass --skip-invalid to skip such records."
        case .indexCorrupt: "Delete the index and import it again."
        case .backendFailed: "Check that the backend runs and that its address and keys are right."
        case .cancelled: "Search again if the answer is still wanted."
        case .backendTimeout: "Check the backend's load, or raise its `timeout`."
        case .backendBusy: "Wait: the search is retried automatically. Raise the engine's limits if it happens often."
        case .backendRefused: "Read the engine's message; correct the searcher, its filters or its parameters."
        case .backendDenied: "Check the keys that the backend is given in the app file, and what they permit."
        case .brokerUnavailable: "Check that `searchbus up` is running; `searchbus status` shows it."
        case .busy: "Try again in a moment."
        case .componentFailed: "See the component's messages; `searchbus status` lists its restarts."
        case .poisonEvent: "Look at the event in the console and correct its sender."
        case .libraryMissing: "Run `make setup`, which installs what is missing."
        case .internalError: "Please report this with the messages around it."
        }
    }

    /// The exit code of a command that fails with this (numbers of sysexits.h).
    public var exitCode: Int32 {
        switch self {
        case .malformedJSON, .invalidRecord: 65
        case .unknownIndex, .unknownKey, .unknownSession, .unknownAddressee, .dataDirectoryUnusable: 66
        case .brokerUnavailable, .journalUnavailable, .backendFailed, .backendTimeout, .backendBusy, .backendRefused,
            .libraryMissing,
            .addressInUse:
            69
        case .internalError, .componentFailed: 70
        case .storageFull, .storageFailed, .logCorrupt, .journalUnreadable, .indexCorrupt: 74
        case .dataDirectoryInUse, .busy, .fenced, .cancelled, .trimmed: 75
        case .notPermitted, .unauthorized, .backendDenied: 77
        case .invalidAppFile, .pathTooLong: 78
        default: 64
        }
    }

    /// The HTTP status of a problem with this code.
    public var httpStatus: Int {
        switch self {
        case .unauthorized: 401
        case .notPermitted, .forbiddenOrigin: 403
        case .forbiddenHost: 421
        case .unknownSession, .unknownIndex, .unknownKey, .unknownRoute, .unknownAddressee: 404
        case .cursorMoved, .eventsMissed, .partialRepeat, .idReused, .fenced, .diverged, .epochChanged: 409
        case .trimmed: 410
        case .tooLarge: 413
        case .unsupportedMediaType: 415
        case .storageFull: 507
        case .storageFailed, .logCorrupt, .journalUnreadable, .indexCorrupt, .internalError, .componentFailed: 500
        case .backendFailed, .backendDenied, .backendRefused: 502
        case .brokerUnavailable, .journalUnavailable, .busy, .cancelled, .backendBusy: 503
        case .backendTimeout: 504
        default: 400
        }
    }
}

/// Something refused or failed: what happened, and what to do about it.
public struct SearchBusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entry in the catalogue.
    public let code: ErrorCode
    /// What happened and where, in words for a person.
    public let message: String
    /// What to do about it.
    public let remedy: String
    /// How long the failed service must not be called again; `nil` if unknown.
    ///
    /// It is not part of the JSON.
    public let retryAfter: Duration?

    public init(_ code: ErrorCode, _ message: String, remedy: String? = nil, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy ?? code.remedy
        self.retryAfter = retryAfter
    }

    public var description: String { "\(message) [\(code.rawValue)]\n  \(remedy)" }
}

extension SearchBusError: JSONConvertible {
    public init(json: JSON) throws {
        let name = try json.requiredString("code")
        self.init(
            ErrorCode(rawValue: name) ?? .internalError,
            json["message"]?.string ?? name,
            remedy: json["remedy"]?.string
        )
    }

    public var json: JSON {
        ["code": .string(code.rawValue), "message": .string(message), "remedy": .string(remedy)]
    }
}

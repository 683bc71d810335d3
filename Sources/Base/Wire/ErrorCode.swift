// SPDX-License-Identifier: MIT

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
    case receiverFailed = "receiver-failed"
    case cancelled
    case brokerUnavailable = "broker-unavailable"
    case busy
    case held
    case dropped
    case componentFailed = "component-failed"
    case poisonEvent = "poison-event"
    case libraryMissing = "library-missing"
    case internalError = "internal-error"

    /// What holds for one code.
    private struct Rules {
        let meaning: String
        let httpStatus: Int
        let exitCode: Int32
        let remedy: String

        init(_ meaning: String, http httpStatus: Int = 400, exit exitCode: Int32 = 64, _ remedy: String) {
            (self.meaning, self.httpStatus, self.exitCode, self.remedy) = (meaning, httpStatus, exitCode, remedy)
        }
    }

    /// What the code means, as the catalogue has it.
    public var meaning: String { rules.meaning }

    /// The HTTP status of a problem with this code.
    public var httpStatus: Int { rules.httpStatus }

    /// The exit code of a command that fails with this (numbers of sysexits.h).
    public var exitCode: Int32 { rules.exitCode }

    /// What a person can do about it, where the place that throws knows nothing better.
    public var remedy: String { rules.remedy }

    private var rules: Rules {
        switch self {
        case .malformedJSON: Rules("text that is not JSON", exit: 65, "Send one complete JSON value in UTF-8.")
        case .malformedCommand:
            Rules(
                "an invalid command",
                "Send a correlation frame, a JSON header with `op`, then the frames that the op needs."
            )
        case .malformedRequest: Rules("a request that is not HTTP", "Send a request of HTTP/1.1.")
        case .unknownOperation:
            Rules("an unknown `op` of a command", "Use one of: append, replay, latest, cursor, claim, expire, echo.")
        case .invalidTopic:
            Rules("an invalid topic or prefix", "Write topics as kind/component/session/, each part ended by a slash.")
        case .invalidEvent:
            Rules(
                "an event whose attributes or data are wrong",
                "Give each event an id, a source and a type; sequence, previous and epoch are the broker's."
            )
        case .invalidSession: Rules("an invalid session id", "Use 1 to 64 letters, digits, `_` or `-`.")
        case .invalidIntent:
            Rules(
                "an intent that its addressee does not understand",
                "See the widget's intents in the documentation; /api/app lists the widgets."
            )
        case .invalidArgument: Rules("an argument or parameter out of bounds", "Correct the argument and try again.")
        case .unknownAddressee:
            Rules(
                "no component of this name accepts intents",
                http: 404,
                exit: 66,
                "Address a searcher, a filter state or a widget of the app; /api/app lists them."
            )
        case .unknownSession:
            Rules("there is no such session", http: 404, exit: 66, "Create the session first: PUT /api/sessions/{id}.")
        case .unknownIndex:
            Rules(
                "there is no such index, or the app file does not name it for the searcher",
                http: 404,
                exit: 66,
                "Import it first: searchbus index import NAME FILE."
            )
        case .unknownKey:
            Rules("there is no such key of the gateway", http: 404, exit: 66, "List the keys: searchbus keys list.")
        case .unknownRoute:
            Rules("no route with this path and method", http: 404, "See /openapi.json for what is served.")
        case .tooLarge: Rules("larger than a limit", http: 413, "Send less at once.")
        case .notPermitted:
            Rules(
                "not allowed on this endpoint or address",
                http: 403,
                exit: 77,
                "Use the ipc endpoint, or switch appends on for this endpoint."
            )
        case .unauthorized:
            Rules(
                "authentication is required",
                http: 401,
                exit: 77,
                "In a browser, open a link of `searchbus link`; in a program, send the key that `searchbus key` prints."
            )
        case .forbiddenOrigin:
            Rules(
                "a page of another site made the request",
                http: 403,
                "Send the request from the console's own origin, or without a browser."
            )
        case .forbiddenHost:
            Rules(
                "the request names a host that is not the gateway's",
                http: 421,
                "Use the address that the gateway printed when it started."
            )
        case .unsupportedMediaType:
            Rules("a write that is not declared as JSON", http: 415, "Send `content-type: application/json`.")
        case .cursorMoved:
            Rules(
                "the component's cursor has another value",
                http: 409,
                "Read the cursor again and continue from there."
            )
        case .eventsMissed:
            Rules(
                "the component has not folded every event up to its new cursor",
                http: 409,
                "Replay from the cursor and fold what was missed."
            )
        case .partialRepeat:
            Rules(
                "some events of an append are on the log, others are not",
                http: 409,
                "Resend exactly the events of the first attempt, or give the new ones new ids."
            )
        case .idReused:
            Rules(
                "an id that is on the log under the same topic with other content",
                http: 409,
                "Give each event an id of its own; the same id again only with the same type and data."
            )
        case .fenced:
            Rules(
                "another process has claimed the component",
                http: 409,
                exit: 75,
                "Another process has claimed this component: end this one, or let it claim the component again."
            )
        case .trimmed:
            Rules(
                "the log no longer reaches back to the requested sequence number",
                http: 410,
                exit: 75,
                "Start over from the latest values: older events were removed by the broker's retention, or with a deleted session."
            )
        case .diverged:
            Rules(
                "events that were seen are not on the log: they were lost in a power failure, or the log is an older copy",
                http: 409,
                "Forget what was seen and start over from the latest values: part of it is not on the log."
            )
        case .epochChanged:
            Rules(
                "the log is another one",
                http: 409,
                "The log is a new one: forget the old sequence numbers and start over."
            )
        case .storageFull:
            Rules(
                "the disk is full",
                http: 507,
                exit: 74,
                "Free disk space; appends resume automatically when there is room."
            )
        case .storageFailed:
            Rules(
                "the disk or the file cannot be used",
                http: 500,
                exit: 74,
                "Check the disk and the permissions of the data directory."
            )
        case .logCorrupt:
            Rules(
                "the log's file is damaged, or of another format",
                http: 500,
                exit: 74,
                "Restore the data directory from a backup, or move it away to start with an empty log."
            )
        case .journalUnavailable:
            Rules(
                "the replicated log accepts no commands at the moment",
                http: 503,
                exit: 69,
                "Retry with the same ids in a moment; reads continue. Check that most of the log's servers run and reach each other."
            )
        case .journalUnreadable:
            Rules(
                "the replicated log contains an entry that this version does not support",
                http: 500,
                exit: 74,
                "Use the SearchBus version that wrote it on every node, or another stream."
            )
        case .dataDirectoryInUse:
            Rules(
                "another process holds the data directory",
                exit: 75,
                "Stop the other broker, or choose another data directory with --data."
            )
        case .dataDirectoryUnusable:
            Rules(
                "a directory cannot be created or used",
                exit: 66,
                "Choose a directory that you can write to with --data."
            )
        case .addressInUse:
            Rules(
                "another program listens there",
                exit: 69,
                "Stop the program that listens there, or choose another address with --listen."
            )
        case .pathTooLong:
            Rules(
                "the path of a socket has more than 107 bytes",
                exit: 78,
                "Choose a shorter runtime directory with --runtime."
            )
        case .invalidAppFile:
            Rules("the app file has problems", exit: 78, "Run `searchbus check` and correct the lines that it names.")
        case .invalidRecord:
            Rules(
                "a record or settings file that cannot be read",
                exit: 65,
                "Correct the record, or pass --skip-invalid to skip such records."
            )
        case .indexCorrupt:
            Rules("an index's file is damaged", http: 500, exit: 74, "Delete the index and import it again.")
        case .backendFailed:
            Rules(
                "the engine cannot be reached, or refuses",
                http: 502,
                exit: 69,
                "Check that the backend runs and that its address and keys are right."
            )
        case .backendTimeout:
            Rules(
                "the engine did not answer in time",
                http: 504,
                exit: 69,
                "Check the backend's load, or raise its `timeout`."
            )
        case .backendBusy:
            Rules(
                "the engine is overloaded",
                http: 503,
                exit: 69,
                "Wait: the search is retried automatically. Raise the engine's limits if it happens often."
            )
        case .backendDenied:
            Rules(
                "the engine denies access",
                http: 502,
                exit: 77,
                "Check the keys that the backend is given in the app file, and what they permit."
            )
        case .backendRefused:
            Rules(
                "the engine refuses the request as invalid",
                http: 502,
                exit: 69,
                "Read the engine's message; correct the searcher, its filters or its parameters."
            )
        case .receiverFailed:
            Rules(
                "the receiver of a sink cannot be reached, or answers with an error",
                http: 502,
                exit: 69,
                "Check that the receiver runs, and the sink's address, headers and secret. The events are sent again until it accepts them."
            )
        case .cancelled:
            Rules(
                "the search was cancelled, as its results may no longer be shown",
                http: 503,
                exit: 75,
                "Search again if the answer is still wanted."
            )
        case .brokerUnavailable:
            Rules(
                "the broker does not respond",
                http: 503,
                exit: 69,
                "Check that `searchbus up` is running; `searchbus status` shows it."
            )
        case .busy:
            Rules(
                "another process uses it, or there are too many requests",
                http: 503,
                exit: 75,
                "Try again in a moment."
            )
        case .held:
            Rules(
                "an administrator holds the intent in the inspector",
                http: 503,
                exit: 75,
                "Retry with the same ids: the intent is released or dropped soon."
            )
        case .dropped:
            Rules("an administrator dropped the intent in the inspector", http: 409, "Send it with a new id if needed.")
        case .componentFailed:
            Rules(
                "a process does not run, or does not respond in time",
                http: 500,
                exit: 70,
                "See the component's messages; `searchbus status` lists its restarts."
            )
        case .poisonEvent:
            Rules(
                "an event was skipped",
                "Look at the event in the console; correct its sender, or the component that skipped it."
            )
        case .libraryMissing:
            Rules("an executable or library is missing", exit: 69, "Run `make setup`, which installs what is missing.")
        case .internalError:
            Rules("a fault of SearchBus", http: 500, exit: 70, "Please report this with the messages around it.")
        }
    }
}

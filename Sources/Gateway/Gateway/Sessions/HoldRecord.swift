// SPDX-License-Identifier: MIT

import Bus
import Components
import Wire

/// What became of a held request, and who decided it: for the log of incidents and the log of the process.
struct HoldRecord: Sendable {
    /// The intent as in messages; the first one of several.
    private let subject: String
    private let holder: String
    private let resolution: IntentHold.Resolution
    let since: Timestamp
    let until: Timestamp
    /// How many requests waited behind it.
    private let waiting: Int

    init(
        _ request: IntentHold.Request,
        _ holder: String,
        _ resolution: IntentHold.Resolution,
        until: Timestamp,
        waiting: Int
    ) {
        let first = request.intents.first.map { "`\($0.type)` to `\($0.addressee)` (\($0.id))" } ?? ""
        let others = request.intents.count > 1 ? " and \(request.intents.count - 1) more" : ""
        subject = "\(first)\(others) of session \(request.session), sent by \(request.sender)"
        (self.holder, self.resolution, self.until, self.waiting) = (holder, resolution, until, waiting)
        since = request.since
    }

    /// The reason as in the list of incidents.
    var reason: String {
        if case .dropped = resolution { "dropped" } else { "held" }
    }

    var message: String {
        let behind = waiting > 0 ? " Requests that waited behind it: \(waiting)." : ""
        return "The intent \(subject), was held by \(holder) and \(resolution.words).\(behind)"
    }
}

extension IntentHold.Resolution {
    /// The name in messages to programs.
    var name: String {
        switch self {
        case .released: "released"
        case .dropped: "dropped"
        case .timedOut: "timed-out"
        case .abandoned: "abandoned"
        }
    }

    fileprivate var words: String {
        switch self {
        case .released(let name): "released by \(name)"
        case .dropped(let name): "dropped by \(name)"
        case .timedOut: "released when its time was over"
        case .abandoned: "released when the inspector was closed"
        }
    }
}

extension Identity {
    /// The client, as in records that people read.
    var words: String {
        switch self {
        case .unknown: "an unauthenticated client"
        case .program: "a program with the owner's key"
        case .key(let id), .restrictedKey(let id, _): "a program with the key \(id)"
        case .browser(let name): "the browser \(name)"
        case .visitor(let id): "a browser with the link \(id)"
        case .anybody: "a client without access control"
        }
    }
}

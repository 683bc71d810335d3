// SPDX-License-Identifier: MIT

import Wire

/// The identity of an intent: ids of different topics never conflict.
public struct IntentKey: Sendable, Hashable {
    public let session: String
    public let addressee: String
    public let id: String

    public init(session: String, addressee: String, id: String) {
        (self.session, self.addressee, self.id) = (session, addressee, id)
    }
}

/// The result of an intent: the data of an event on `outcome/`.
public struct OutcomeData: JSONRecord {
    /// The last part of the event's type.
    public enum Result: String, RecordValue, CaseIterable {
        case applied, unchanged, rejected
    }

    public var intent: String?
    public var result = Result.applied
    public var code: String?
    public var message: String?
    public var remedy: String?

    public init() {}

    public init(_ result: Result, for error: SearchBusError? = nil) {
        self.result = result
        (code, message, remedy) = (error?.code.rawValue, error?.message, error?.remedy)
    }

    /// Reads an outcome event; `nil` for one that names no intent or no known result.
    public init?(_ event: Event) {
        guard event.topic.kind == .outcome, let result = Result(rawValue: String(event.typeSuffix)) else { return nil }
        if let json = try? event.data(), let data = Self(record: json) { self = data }
        self.result = result
        intent = intent ?? event.causationID
        guard intent != nil else { return nil }
    }

    /// The intent that an outcome event belongs to.
    public func key(of topic: Topic) -> IntentKey? {
        guard let session = topic.session, let intent else { return nil }
        return IntentKey(session: session, addressee: topic.component, id: intent)
    }

    public var withoutIntent: OutcomeData {
        var data = self
        data.intent = nil
        return data
    }

    /// Why the intent was rejected; `nil` for one that was carried out.
    public var rejection: SearchBusError? {
        guard result == .rejected else { return nil }
        return SearchBusError(
            code.flatMap(ErrorCode.init(rawValue:)) ?? .invalidIntent,
            message ?? "The intent was rejected.",
            remedy: remedy
        )
    }

    public static let fields: [RecordField<OutcomeData>] = [
        RecordField("intent", \.intent, "The id of the intent."),
        RecordField("result", \.result, "Whether it took effect, asked for the present state, or was rejected."),
        RecordField("code", \.code, "Of a rejection: its code in the error catalogue."),
        RecordField("message", \.message, "Of a rejection: what happened."),
        RecordField("remedy", \.remedy, "Of a rejection: what to do."),
    ]
}

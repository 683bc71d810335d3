// SPDX-License-Identifier: MIT

import Wire

/// What a test of a case found.
public struct CaseReport: Sendable {
    /// The result, in a word.
    public enum Verdict: String, Sendable {
        case same, different, failed
    }

    /// A step of a run.
    public struct Step: Sendable {
        /// From 1.
        public var number: Int
        public var words: String
        /// Whether the case has a screen of it.
        public var isCompared = false
        public var differences: [ScreenDifference] = []
        /// The time that it took when it was recorded and now, in milliseconds.
        public var tookBefore: Double?
        public var took: Double?

        public init(number: Int, words: String) {
            (self.number, self.words) = (number, words)
        }

        /// Whether it took more than three times as long, and at least 100 ms more.
        public var isSlower: Bool {
            guard let tookBefore, let took else { return false }
            return took > Self.slowerFactor * tookBefore && took - tookBefore >= Self.slowerFloor
        }

        private static let slowerFactor = 3.0
        private static let slowerFloor = 100.0

        /// The worst of its differences.
        public var kind: ScreenDifference.Kind? { differences.map(\.kind).min() }

        var json: JSON {
            var object = JSONObject([
                ("step", JSON(number)), ("did", .string(words)), ("compared", .bool(isCompared)),
                ("result", .string(kind?.rawValue ?? "same")), ("slower", .bool(isSlower)),
            ])
            object["tookBefore"] = tookBefore.map(JSON.number)
            object["took"] = took.map(JSON.number)
            if !differences.isEmpty { object["differences"] = .array(differences.map(\.json)) }
            return .object(object)
        }
    }

    /// The name of the case, as messages show it.
    public var name: String
    public var steps: [Step] = []
    /// Why it could not be run to its end.
    public var error: SearchBusError?
    /// What a reader should know, such as that the index has other records.
    public var notes: [String] = []
    public var seconds = 0.0

    public init(name: String) {
        self.name = name
    }

    public var verdict: Verdict {
        if error != nil { return .failed }
        return firstDifference == nil ? .same : .different
    }

    /// The first step whose screen differs.
    public var firstDifference: Step? { steps.first { !$0.differences.isEmpty } }

    public var json: JSON {
        var object = JSONObject([
            ("case", .string(name)), ("result", .string(verdict.rawValue)), ("seconds", .number(seconds)),
        ])
        if !notes.isEmpty { object["notes"] = JSON(notes) }
        object["error"] = error.map { error in
            ["code": .string(error.code.rawValue), "message": .string(error.message), "remedy": .string(error.remedy)]
        }
        object["steps"] = .array(steps.map(\.json))
        return .object(object)
    }
}

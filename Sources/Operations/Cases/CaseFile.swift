// SPDX-License-Identifier: MIT

import Wire

/// The file of a case: JSON, with one view to a line, so that people and `diff` can read it.
public enum CaseFile {
    /// How a case's file is called.
    public static let ending = ".case"

    private static let mark = "searchbus-case"
    private static let limits = JSONLimits(depth: 64, values: 8_000_000)

    // MARK: Writing

    /// The case as text.
    ///
    /// - Throws: `SearchBusError` with `too-large` for one that could not be read again.
    public static func bytes(_ recorded: Case) throws -> [UInt8] {
        var lines = ["{\(key(mark))\(Case.format), \(key("version"))\(JSON.string(recorded.version).text),"]
        if recorded.isRedacted { lines.append("\(key("redacted"))true,") }
        let text = recorded.app.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.append("\(key("app"))[")
        lines.append(text.map { "  \(JSON.string($0).text)" }.joined(separator: ",\n"))
        lines.append("],")
        let indexes = recorded.indexes.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) }
        lines.append("\(key("indexes"))\(JSON.object(JSONObject(indexes)).text),")
        lines.append("\(key("steps"))[")
        lines.append(recorded.steps.map(text(of:)).joined(separator: ",\n"))
        lines.append("]}")
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        guard bytes.count <= Case.maxBytes, recorded.steps.count <= Case.maxSteps else {
            throw SearchBusError(
                .tooLarge,
                "The session has \(recorded.steps.count) steps and \(ByteSize(bytes.count)) of screens.",
                remedy: "A case has at most \(Case.maxSteps) steps and \(ByteSize(Case.maxBytes))."
            )
        }
        return bytes
    }

    private static func text(of step: CaseStep) -> String {
        var head = [("at", JSON(step.at)), ("intents", JSON.array(step.intents.map(json)))]
        if let took = step.took { head.append(("took", .number((took * 10).rounded() / 10))) }
        let first = JSON.object(JSONObject(head)).text
        guard let changes = step.changes else { return first }
        let views = changes.sorted { $0.key < $1.key }.map { "  \(key($0.key))\($0.value.text)" }
        let screen = views.isEmpty ? "{}" : "{\n\(views.joined(separator: ",\n"))}"
        return "\(first.dropLast()),\(key("screen"))\(screen)}"
    }

    private static func json(_ intent: CaseStep.Sent) -> JSON {
        var members = JSONObject([("to", .string(intent.to)), ("type", .string(intent.type))])
        if intent.data.object?.isEmpty == false { members["data"] = intent.data }
        members["outcome"] = intent.outcome.map(JSON.string)
        return .object(members)
    }

    private static func key(_ name: String) -> String { "\(JSON.string(name).text):" }

    // MARK: Reading

    /// Reads a case.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - name: What messages call the file.
    /// - Returns: The case.
    /// - Throws: `SearchBusError` with `malformed-json` that names the part of the file that is wrong.
    public static func read(_ bytes: [UInt8], name: String) throws -> Case {
        let json: JSON
        do {
            guard bytes.count <= Case.maxBytes else {
                throw JSONError("it is larger than \(ByteSize(Case.maxBytes))")
            }
            json = try JSON(parsing: bytes, limits: limits)
        } catch let error as JSONError {
            throw wrong(name, "is not JSON: \(error)")
        }
        guard let format = json[mark]?.int else { throw wrong(name, "is not a case: `\(mark)` is missing") }
        guard format == Case.format else {
            throw SearchBusError(
                .malformedJSON,
                "\(name) has format \(format); this version reads format \(Case.format).",
                remedy: "Use the SearchBus version that recorded it, or export the session again."
            )
        }
        guard let lines = json["app"]?.array, lines.allSatisfy({ $0.string != nil }) else {
            throw wrong(name, "has no app file: `app` must be a list of lines")
        }
        guard let steps = json["steps"]?.array, (1...Case.maxSteps).contains(steps.count) else {
            throw wrong(name, "must have `steps`, a list of 1 to \(Case.maxSteps)")
        }
        return Case(
            version: json["version"]?.string ?? "",
            app: lines.compactMap(\.string).joined(separator: "\n"),
            indexes: Dictionary(
                (json["indexes"]?.object?.members ?? []).compactMap { ($0.key, $0.value.string ?? "") },
                uniquingKeysWith: { $1 }
            ),
            isRedacted: json["redacted"]?.bool ?? false,
            steps: try steps.enumerated().map { number, step in try self.step(step, number, name) }
        )
    }

    private static func step(_ json: JSON, _ number: Int, _ name: String) throws -> CaseStep {
        let place = "step \(number + 1)"
        guard let intents = json["intents"]?.array, (1...Case.maxIntents).contains(intents.count) else {
            throw wrong(name, "must have `intents` in \(place), a list of 1 to \(Case.maxIntents)")
        }
        let isStart = intents.contains { $0["to"]?.string == "session" && $0["type"]?.string == "start" }
        guard isStart == (number == 0) else {
            throw wrong(name, isStart ? "starts the session again in \(place)" : "does not begin with `session start`")
        }
        var changes: [String: JSON]?
        if let screen = json["screen"], !screen.isNull {
            guard let views = screen.object else {
                throw wrong(name, "has a `screen` in \(place) that is not an object")
            }
            changes = Dictionary(views.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        }
        return CaseStep(
            at: max(json["at"]?.int ?? 0, 0),
            intents: try intents.map { intent in
                guard let to = intent["to"]?.string, let type = intent["type"]?.string else {
                    throw wrong(name, "has an intent without `to` or `type` in \(place)")
                }
                let data = intent["data"] ?? [:]
                guard data.object != nil else {
                    throw wrong(name, "has `data` in \(place) that is not an object")
                }
                return CaseStep.Sent(to: to, type: type, data: data, outcome: intent["outcome"]?.string)
            },
            changes: changes,
            took: json["took"]?.double
        )
    }

    private static func wrong(_ name: String, _ problem: String) -> SearchBusError {
        SearchBusError(
            .malformedJSON,
            "\(name) \(problem).",
            remedy: "Correct the file, or export the session again: searchbus session export SESSION --case FILE."
        )
    }
}

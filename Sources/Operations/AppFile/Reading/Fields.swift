// SPDX-License-Identifier: MIT

import Wire

/// The members of a mapping in the app file, read by name; whatever is odd about them is reported.
struct Fields {
    /// What the mapping describes, in words such as "searcher `products`".
    let owner: String
    let position: SourceNode.Position
    let members: [SourceNode.Member]
    let problems: ProblemList

    /// Reads a mapping; another value is a problem, a missing one an empty mapping.
    init?(_ node: SourceNode, owner: String, problems: ProblemList) {
        self.owner = owner
        self.problems = problems
        position = node.position
        switch node.content {
        case .mapping(let members): self.members = members
        case .scalar(.null): members = []
        default:
            problems.report("\(owner) is not a mapping", at: node.position, remedy: "Write `name: value` entries.")
            return nil
        }
    }

    func refuseUnknown(known: [String]) {
        for member in members where !known.contains(member.key) {
            problems.reportUnknown(
                "\(owner) has an unknown entry `\(member.key)`",
                member.key,
                at: member.keyPosition,
                known: known
            )
        }
    }

    func node(_ key: String) -> SourceNode? {
        members.first { $0.key == key && !$0.value.isNull }?.value
    }

    func text(_ key: String) -> String? {
        read(key, "a text", "Put it in quotes.") { $0.string }
    }

    /// A text that must be there and not be empty.
    func requiredText(_ key: String) -> String? {
        guard node(key) != nil else {
            problems.report("\(owner) has no `\(key)`", at: position, remedy: "Add `\(key): …`.")
            return nil
        }
        guard let text = text(key) else { return nil }
        guard !text.isEmpty else {
            report("is empty", key, remedy: "Fill it in.")
            return nil
        }
        return text
    }

    func texts(_ key: String) -> [String]? {
        read(key, "a list of texts", "Write `\(key): [one, two]`.") { value in
            guard let elements = value.array, elements.allSatisfy({ $0.string != nil }) else { return nil }
            return elements.compactMap(\.string)
        }
    }

    func choice(_ key: String, among words: [String]) -> String? {
        guard let word = text(key) else { return nil }
        guard words.contains(word) else {
            report("is `\(word)`", key, remedy: Spelling.remedy(for: word, among: words))
            return nil
        }
        return word
    }

    /// Reports what is wrong with a member, in words that follow its name.
    func report(_ message: String, _ key: String, remedy: String) {
        problems.report("`\(key)` of \(owner) \(message)", at: node(key)?.position ?? position, remedy: remedy)
    }

    private func read<Value>(_ key: String, _ kind: String, _ remedy: String, _ read: (JSON) -> Value?) -> Value? {
        guard let node = node(key) else { return nil }
        guard let value = read(node.json) else {
            report("is not \(kind)", key, remedy: remedy)
            return nil
        }
        return value
    }
}

/// Collects the problems of a file while it is read, so that all are reported at once.
final class ProblemList {
    private(set) var problems: [AppFileProblem] = []

    func report(_ message: String, at position: SourceNode.Position, remedy: String) {
        problems.append(
            AppFileProblem(line: position.line, column: position.column, message: message, remedy: remedy)
        )
    }

    func reportUnknown(_ message: String, _ word: String, at position: SourceNode.Position, known: [String]) {
        report(message, at: position, remedy: Spelling.remedy(for: word, among: known))
    }

    /// The problems in the order of the lines.
    var sorted: [AppFileProblem] {
        problems.sorted { ($0.line, $0.column ?? 0, $0.message) < ($1.line, $1.column ?? 0, $1.message) }
    }
}

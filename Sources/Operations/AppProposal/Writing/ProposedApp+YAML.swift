// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

extension ProposedApp {
    /// The app file, with what was decided as comments.
    ///
    /// - Parameter commands: How the indexes are imported again, by their names; written at the top.
    /// - Returns: The text of the file.
    public func yaml(commands: [String: String]) -> String {
        var lines = [
            "# A search app, proposed by `searchbus init` from the data. Change it as you like: `searchbus up` follows."
        ]
        lines += ["#"]
        for index in indexes {
            let looked = index.isWhole ? "all were looked at" : "\(index.sampleCount) from all over were looked at"
            let files = index.files.joined(separator: ", ")
            lines += YAMLText.comment("\(index.name): \(index.recordCount) records of \(files); \(looked).", indent: 0)
            if let command = commands[index.name] {
                lines += [
                    "# To import again, with the settings of the file that is named (change them there, or an import undoes it):"
                ]
                lines += [Self.line("#   \(command)")]
            }
        }
        lines += ["", "name: \(YAMLText.scalar(name))"]
        lines += YAMLText.member("console", ["title": .string(title)], indent: 0)
        lines += ["", "searchers:"] + searchers.flatMap(Self.lines)
        if !filterStates.isEmpty { lines += ["", "filterStates:"] + filterStates.flatMap(Self.lines) }
        lines += ["", "# One process for all widgets; `each` keeps them apart.", "interactors: together"]
        lines += ["", "widgets:                                   # in the order of the screen"]
        lines += widgets.flatMap(Self.lines)
        lines += comments("Doubtful:", \.doubts) + comments("Left out:", \.leftOut)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Decisions of all indexes, under a heading.
    private func comments(_ heading: String, _ decisions: (IndexProposal) -> [Decision]) -> [String] {
        let lines = indexes.flatMap { index in
            decisions(index).map { decision in
                let owner = indexes.count > 1 ? "\(index.name), " : ""
                return "* \(owner)\(decision.subject): \(decision.choice); \(decision.reason)"
            }
        }
        guard !lines.isEmpty else { return [] }
        return ["", "# \(heading)"] + lines.prefix(40).flatMap { YAMLText.comment($0, indent: 0) }
    }

    /// The heading of the console.
    private var title: String {
        guard indexes.count == 1, let index = indexes.first, index.name == name else { return NameWords.title(name) }
        return index.title
    }

    /// A line that nothing in it can end.
    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F || $0.properties.isWhitespace ? " " : $0 }
            )
        )
    }

    private static func lines(_ part: ProposedPart) -> [String] {
        let comment = part.comment.map { YAMLText.comment($0, indent: 2) } ?? []
        return comment + YAMLText.member(part.name, .object(part.members), indent: 2)
    }

    /// The app as JSON, for programs: what was decided, and why.
    public var json: JSON {
        [
            "app": .string(name),
            "indexes": .array(
                indexes.map { index in
                    [
                        "name": .string(index.name), "files": JSON(index.files), "records": JSON(index.recordCount),
                        "recordsLookedAt": JSON(index.sampleCount), "identifier": JSON(index.identifier.attribute),
                        "generatesIdentifiers": .bool(index.identifier.isGenerated),
                        "conversions": JSON(index.conversion.texts), "settings": index.settings.json,
                        "decisions": .array(index.decisions.map(\.json)), "leftOut": .array(index.leftOut.map(\.json)),
                        "doubts": .array(index.doubts.map(\.json)),
                    ]
                }
            ),
            "widgets": .array(
                widgets.map { widget in
                    [
                        "name": .string(widget.name), "type": widget.members["type"] ?? .null,
                        "attribute": widget.members["attribute"] ?? .null, "reason": JSON(widget.comment),
                    ]
                }
            ),
        ]
    }
}

extension IndexProposal.Identifier {
    /// The attribute that the identifier is made of; `nil` if there is none.
    public var attribute: String? {
        if case .attribute(let name) = self { return name }
        return nil
    }

    /// Whether records get an identifier that they have not.
    public var isGenerated: Bool {
        switch self {
        case .own(let generating): generating
        case .generated: true
        case .attribute: false
        }
    }
}

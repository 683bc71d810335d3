// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import SearchIndex
import Wire

struct IndexTuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Propose settings for an index from its records.",
        discussion: """
            Proposes other settings, with reasons; up to 20,000 records are read, and nothing is changed. With \
            --json it prints only the proposed settings, for `index settings NAME --set FILE`.

            Exit codes: 0 done, even without a proposal; 66 no such index; 74 an unreadable index.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Flag(help: "Print the proposed settings as one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let directory = IndexDirectory(path: try options.location().indexes)
            _ = try directory.summary(of: name)
            let proposal = try directory.proposeSettings(for: name)
            Terminal.show(proposal.json, asJSON: json, else: Self.lines(proposal))
        }
    }

    static func lines(_ proposal: SettingsProposal) -> [String] {
        guard !proposal.changes.isEmpty else { return ["\(proposal.name): the settings suit the records"] }
        func list(_ entries: [String]) -> String {
            entries.isEmpty ? "none" : Terminal.safe(entries.joined(separator: ", "))
        }
        var lines: [String] = []
        for change in proposal.changes {
            lines.append(Terminal.output.styled(change.setting, .bold))
            lines.append("  now       \(list(change.before))")
            lines.append("  proposed  \(list(change.after))")
            lines += change.reasons.map { "    \(Terminal.output.styled(Terminal.safe($0), .faint))" }
        }
        return lines + [
            "",
            "searchbus index tune \(proposal.name) --json > settings.json; "
                + "searchbus index settings \(proposal.name) --set settings.json",
        ]
    }
}

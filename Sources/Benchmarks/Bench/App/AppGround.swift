// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchIndex
import SearchModel
import Wire

/// An app that can be started for a measurement, and what people type into it.
struct AppGround {
    let subject: Bench.Subject
    let executables: String

    var box: String? { subject.app.widgets.first { $0.configuration.type == "search-box" }?.name }

    /// The name of the list that shows what was found, by which a screen counts as up to date.
    var list: String? {
        let members = box.flatMap { subject.app.widget($0) }?.configuration.searcherMembers ?? []
        return subject.app.widgets.first {
            $0.configuration.type == "hits" && members.contains($0.configuration.searcher ?? "")
        }?.name
    }

    /// Words of the index behind the list: what people would look for.
    ///
    /// - Throws: `SearchBusError` where there is no such index.
    func vocabulary() throws -> [String] {
        guard let list, let searcher = subject.app.widget(list)?.configuration.searcher,
            let index = subject.app.searcher(searcher)?.index
        else { return [] }
        let reader = try IndexReader(directory: IndexDirectory(path: subject.indexes), name: index)
        let pages = try reader.search([SearchRequest(index: index, hitsPerPage: 1000)])
        return Self.words(in: pages.first?.hits?.hits.map(\.record) ?? [])
    }
}

extension AppGround {
    /// How many words are enough.
    private static let wordLimit = 2000

    /// The words of records' texts, each once: those of 3 to 12 plain letters, in lower case.
    static func words(in records: [JSON]) -> [String] {
        var seen: Set<String> = []
        var words: [String] = []
        for record in records {
            for member in record.object?.members ?? [] where member.key != "objectID" {
                let value = member.value
                guard let text = value.string, text.utf8.count <= 100 else { continue }
                for part in text.lowercased().split(whereSeparator: { !("a"..."z").contains($0) }) {
                    let word = String(part)
                    guard (3...12).contains(word.utf8.count), seen.insert(word).inserted else { continue }
                    words.append(word)
                    if words.count == wordLimit { return words }
                }
            }
        }
        return words
    }
}

/// How the widgets of a measured app share processes, whatever its file says.
public enum Layout: String, Sendable, Hashable, CaseIterable {
    case each
    case together

    /// The text of an app file with this layout instead of its own.
    func applied(to text: String) -> String {
        var isLayout = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            // The value of a key is below it, further to the right.
            if let first = line.first, first != " ", first != "\t", first != "#" {
                isLayout = line.hasPrefix("interactors:")
            }
            return !isLayout
        }
        return lines.joined(separator: "\n") + "\ninteractors: \(rawValue)\n"
    }
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import SearchIndex
import SearchModel
import Wire

struct IndexSearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search an index.",
        discussion: """
            Searches the index directly, without a running app.

            Exit codes: 0 done, even without results; 64 an invalid argument; 66 no such index; 74 an unreadable \
            index.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Argument(help: "The search text; several words are one text.") var query: [String] = []
    @Option(help: "Number of records to show.") var hits = 10
    @Option(help: "The page, from 0.") var page = 0
    @Option(help: "An attribute whose values are counted (repeatable).") var facet: [String] = []
    @Flag(help: "Print one JSON object, as on the bus.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard (0...1_000).contains(hits) else { throw ValidationError("--hits is 0 to 1000.") }
        guard (0...1_000_000).contains(page) else { throw ValidationError("--page is 0 to 1000000.") }
    }

    func run() {
        Executable.report {
            let directory = IndexDirectory(path: try options.location().indexes)
            let request = SearchRequest(
                index: name,
                query: query.joined(separator: " "),
                page: page,
                hitsPerPage: hits,
                facets: facet.map { FacetNeed($0) }
            )
            let reader = try IndexReader(directory: directory, name: name)
            guard let response = try reader.search([request]).first else { return }
            if json {
                // Records as they are: a tree of them would cut the digits of long numbers.
                Terminal.output.print(String(decoding: response.bytes(), as: UTF8.self))
            } else {
                Self.show(response)
            }
        }
    }

    private static func show(_ response: SearchResponse) {
        guard let hits = response.hits else { return }
        let count = "\(Quantity.count(hits.totalCount)) record\(hits.totalCount == 1 ? "" : "s")"
        Terminal.output.print("\(count) in \(Quantity.decimal(response.processingTimeMS)) ms")
        for hit in hits.hits {
            Terminal.output.print("\(Terminal.output.styled(hit.objectID, .bold))  \(excerpt(hit))")
        }
        for (attribute, values) in hits.facets.sorted(by: { $0.key < $1.key }) {
            let list = values.map { "\($0.value.shown) (\(Quantity.count($0.count)))" }
            Terminal.output.print("\(attribute): \(list.joined(separator: ", "))")
        }
    }

    /// A record on one line: its texts and numbers, the words found set off.
    private static func excerpt(_ hit: Hit) -> String {
        var parts: [String] = []
        var length = 0
        for member in hit.record.object?.members ?? [] where member.key != Record.identifierAttribute {
            let (key, value) = (member.key, member.value)
            guard length < (Terminal.output.width ?? 120) else { break }
            let plain: String? = value.string ?? (value.double != nil ? value.text : nil)
            guard let plain, !plain.isEmpty else { continue }
            let spans = hit.highlights[key]?.spans ?? [Highlight.Span(plain, isMatched: false)]
            length += plain.count + key.count
            let text = spans.map { Terminal.output.styled(Terminal.safe($0.text), $0.isMatched ? .yellow : nil) }
            parts.append("\(Terminal.output.styled("\(key):", .faint)) \(text.joined())")
        }
        return parts.joined(separator: "  ")
    }
}

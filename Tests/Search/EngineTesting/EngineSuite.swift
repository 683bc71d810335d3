// SPDX-License-Identifier: MIT

import Backends
import Foundation
import SearchIndex
import SearchModel
import Testing
import Wire

/// The suite that every engine passes: the same records and requests, and the embedded index as the reference.
///
/// Which records match, how many, and every count are compared exactly. The order of records is the engine's own.
public struct EngineSuite: Sendable {
    private let engine: any EngineUnderTest
    private let judge: EmbeddedBackend
    private let index: String

    /// Fills the engine and the reference with the records.
    public init(_ engine: any EngineUnderTest, index: String = "things") async throws {
        self.engine = engine
        self.index = index
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("searchbus-\(UUID().uuidString)")
            .path
        let directory = IndexDirectory(path: folder)
        let records = try Self.records.map(Record.init)
        try IndexWriter(directory: directory, name: index).replaceAll(settings: Self.settings, records)
        judge = EmbeddedBackend(directory: directory)
        // Opened before the files are deleted.
        await judge.prepare(for: [SearchRequest(index: index)])
        try await engine.load(index, Self.records)
    }

    /// Sends every request to the engine, all of one aspect in one call.
    public func run() async {
        for aspect in EngineAspect.allCases where engine.waivers[aspect] == nil {
            let cases = Self.requests(on: index).filter { $0.aspect == aspect }
            let expected = await judge.search(cases.map(\.request))
            let found = await engine.service.search(cases.map(\.request))
            #expect(found.count == cases.count)
            for (item, (ours, theirs)) in zip(cases, zip(found, expected)) {
                compare(ours, with: theirs, item)
            }
        }
        await checkPaging()
        await checkSorting()
        await checkHighlights()
        await checkErrors()
    }

    private func compare(_ ours: SearchResult, with theirs: SearchResult, _ item: EngineCase) {
        let comment: Comment = "\(engine.name), \(item.aspect.rawValue): \(item.name)"
        guard let ours = unwrap(ours, comment), let theirs = unwrap(theirs, comment) else { return }
        if case .facetValues(_, let expected) = theirs.content {
            guard case .facetValues(_, let found) = ours.content else {
                Issue.record("no facet values: \(comment)")
                return
            }
            #expect(Self.texts(found) == Self.texts(expected), comment)
            return
        }
        guard let found = ours.hits, let expected = theirs.hits else {
            Issue.record("no records: \(comment)")
            return
        }
        #expect(found.totalCount == expected.totalCount, comment)
        #expect(Set(found.hits.map(\.objectID)) == Set(expected.hits.map(\.objectID)), comment)
        for attribute in item.request.countedAttributes {
            #expect(
                Self.texts(found.facets[attribute] ?? []) == Self.texts(expected.facets[attribute] ?? []),
                "\(comment), values of \(attribute)"
            )
        }
        for attribute in item.request.stats { #expect(found.stats[attribute] == expected.stats[attribute], comment) }
        if item.aspect == .attributesToRetrieve {
            let records = Dictionary(uniqueKeysWithValues: expected.hits.map { ($0.objectID, $0.record) })
            for hit in found.hits { #expect(hit.record == records[hit.objectID], comment) }
        }
    }

    private func unwrap(_ result: SearchResult, _ comment: Comment) -> SearchResponse? {
        switch result {
        case .success(let response): return response
        case .failure(let error):
            Issue.record("\(comment): \(error)")
            return nil
        }
    }

    /// Values and counts, in their order.
    private static func texts(_ counts: [FacetCount]) -> [String] { counts.map { "\($0.value.json.text) \($0.count)" } }

    // MARK: - Checks without the reference

    private func checkPaging() async {
        guard engine.waivers[.paging] == nil else { return }
        var seen: [String] = []
        for page in 0..<10 {
            let request = SearchRequest(index: index, page: page, hitsPerPage: 7)
            guard let hits = unwrap(await engine.service.search([request])[0], "\(engine.name), paging")?.hits else {
                return
            }
            seen += hits.hits.map(\.objectID)
            #expect(hits.page == page && hits.pageCount == 9 && hits.totalCount == 60 && hits.hitsPerPage == 7)
        }
        #expect(seen.count == 60 && Set(seen).count == 60, "\(engine.name): each record is on one page")
    }

    private func checkSorting() async {
        guard engine.waivers[.sorting] == nil else { return }
        for isDescending in [false, true] {
            let key = SortKey("price", isDescending: isDescending)
            let request = SearchRequest(index: index, hitsPerPage: 60, sort: [key])
            guard let hits = unwrap(await engine.service.search([request])[0], "\(engine.name), sorting")?.hits else {
                return
            }
            let prices = hits.hits.map { $0.record["price"]?.double }
            let known = prices.compactMap(\.self)
            #expect(known == known.sorted { isDescending ? $0 > $1 : $0 < $1 }, "\(engine.name): \(key.text)")
            #expect(known.count < 60 && hits.hits.count == 60)
            #expect(prices.prefix(known.count).allSatisfy { $0 != nil }, "\(engine.name): those without it come last")
        }
    }

    private func checkHighlights() async {
        guard engine.waivers[.highlighting] == nil else { return }
        let request = SearchRequest(index: index, query: "wood", hitsPerPage: 60)
        guard let hits = unwrap(await engine.service.search([request])[0], "\(engine.name), highlights")?.hits else {
            return
        }
        #expect(!hits.hits.isEmpty)
        for hit in hits.hits {
            let highlight = hit.highlights["note"]
            #expect(highlight?.text == hit.record["note"]?.string, "\(engine.name): a mark adds and hides nothing")
            let marked = highlight?.spans.filter(\.isMatched).map(\.text) ?? []
            #expect(marked == ["wood"], "\(engine.name): what was found is marked, and markup stays text")
        }
    }

    private func checkErrors() async {
        guard engine.waivers[.errors] == nil else { return }
        let results = await engine.service.search([
            SearchRequest(index: "nowhere-\(index)"), SearchRequest(index: index, query: "lamp"),
        ])
        #expect((results[0].failureCode) == .unknownIndex, "\(engine.name): \(results[0])")
        #expect((try? results[1].get()) != nil, "\(engine.name): what can be answered is")
        // Users' input is text for every parser on the way.
        let texts = [
            "\"", "lamp\"", "la*mp", "(", "a:b", "-lamp", "lamp AND", "\\", "name:lamp", "{}", "/x/", "~", "^", "|",
            "'",
            "\u{0}", "%00", "$$", "&", "!", "<->", ":*",
        ]
        let answers = await engine.service.search(texts.map { SearchRequest(index: index, query: $0) })
        for (text, answer) in zip(texts, answers) { _ = unwrap(answer, "\(engine.name), text `\(text)`") }
    }
}

extension Result where Failure == SearchBusError {
    fileprivate var failureCode: ErrorCode? {
        guard case .failure(let error) = self else { return nil }
        return error.code
    }
}

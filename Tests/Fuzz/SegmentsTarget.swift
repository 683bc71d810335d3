// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Wire

/// The files of an index with bytes changed: opened, searched, counted, read and changed.
///
/// The first byte chooses an index, the second what is asked, then each eight bytes are an edit; see `FileEdit`.
final class SegmentsTarget: FuzzTarget {
    private let bases: [[String: [UInt8]]]
    private let source = FuzzFolder("source")
    private let folder = FuzzFolder("segments")
    private static let mostEdits = 12

    var words: [String] { [] }

    var seeds: [[UInt8]] {
        // One edit of each kind in each part of each file, with everything asked.
        (0..<240).map { number in
            let place = UInt8(truncatingIfNeeded: number * 37)
            return [UInt8(number % 3), UInt8(truncatingIfNeeded: number &* 11)]
                + [UInt8(number % 7), UInt8(number % 61), place, UInt8(number % 5), 0, UInt8(number % 11), place, 0x80]
        }
    }

    init() {
        bases = [(12, true), (90, true), (700, false)].map { [source] count, hasChanges in
            source.clear()
            do {
                let writer = try IndexWriter(directory: source.indexes, name: "x")
                try writer.replaceAll(settings: SampleIndex.settings, SampleIndex.records(count))
                if hasChanges {
                    try writer.add(SampleIndex.records(count / 6, from: count))
                    try writer.delete(objectIDs: ["id-1", "id-2"])
                }
                let names = try FileManager.default.contentsOfDirectory(atPath: "\(source.path)/x").sorted()
                return Dictionary(
                    uniqueKeysWithValues: names.compactMap { name in
                        FileManager.default.contents(atPath: "\(source.path)/x/\(name)").map { (name, Array($0)) }
                    }
                )
            } catch { fail("\(error)") }
        }
        source.clear()
    }

    func run(_ bytes: [UInt8]) {
        guard bytes.count >= 10 else { return }
        var files = bases[Int(bytes[0]) % bases.count]
        let names = files.keys.sorted()
        var place = 2
        while place + 8 <= bytes.count, place < 2 + SegmentsTarget.mostEdits * 8 {
            let edit = FileEdit(bytes[place..<place + 8])
            let name = names[edit.file % names.count]
            if let before = files[name] { files[name] = edit.apply(to: before, name: name) }
            place += 8
        }
        folder.clear()
        mkdir("\(folder.path)/x", 0o755)
        for (name, bytes) in files { write(bytes, to: "\(folder.path)/x/\(name)") }
        ask(choice: Int(bytes[1]))
    }

    private func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0, Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
            fail("\(path) cannot be written")
        }
        close(descriptor)
    }

    private func ask(choice: Int) {
        do {
            _ = try folder.indexes.describe(index: "x")
            let reader = try IndexReader(directory: folder.indexes, name: "x")
            for answer in try reader.answers(to: requests(choice)) {
                guard case .success(let response) = answer else { continue }
                _ = response.bytes()
            }
            _ = try? reader.records(["id-0", "id-7", "id-13", "none"])
        } catch is SearchBusError {} catch { fail("\(error) is not an error of the product") }
        guard choice & 3 == 0 else { return }
        do {
            let writer = try IndexWriter(directory: folder.indexes, name: "x")
            try writer.add(SampleIndex.records(6, from: 4))
            try writer.delete(objectIDs: ["id-5", "id-6"])
            if choice & 4 != 0 { try writer.add([Record(["objectID": "n", "another": "attribute"])]) }
        } catch is SearchBusError {} catch { fail("\(error) is not an error of the product") }
    }

    private func requests(_ choice: Int) throws -> [SearchRequest] {
        var all = SampleIndex.queries.map { SearchRequest(index: "x", query: $0) }
        for index in all.indices {
            all[index].facets = ["color", FacetNeed("brand", order: .nameAscending), "on", "text", "size"]
            all[index].stats = ["price", "size"]
        }
        all[1].sort = [SortKey("price"), SortKey("brand", isDescending: true)]
        all[2].parameters = JSONObject([("aroundLatLng", "10,10"), ("distinct", 2)])
        all[3].filters = FilterState(groups: [
            FilterGroup(
                id: FilterGroup.ID(kind: .or, name: "a"),
                filters: [.facet("brand", "red"), .facet("brand", "desk")]
            ),
            FilterGroup(id: FilterGroup.ID(kind: .and, name: "b"), filters: [.range("price", 10...200)]),
        ])
        all[4].filters = FilterState(groups: [
            FilterGroup(
                id: FilterGroup.ID(kind: .and, name: "c"),
                filters: [.comparison("size", .notEqual, 2), .facet("on", true, isNegated: true)]
            )
        ])
        if let middle = GeoPoint(latitude: 10, longitude: 10) {
            all[5].filters = FilterState(groups: [
                FilterGroup(
                    id: FilterGroup.ID(kind: .and, name: "d"),
                    filters: [.geo(.circle(middle, radius: 3_000_000))]
                )
            ])
        }
        all[6].hitsPerPage = 1_000
        all[6].ranking = RankingNeed(origin: nil)
        all[7].kind = .facetValues(attribute: "brand", limit: 20)
        all[8].parameters = JSONObject([("optionalWords", "lamp"), ("removeWordsIfNoResults", "allOptional")])
        return all
    }
}

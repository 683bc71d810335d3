// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import SearchModel
import Wire

/// Holds an app against what its engines in other programs tell of their indexes: what would be asked of them in vain.
///
/// These are warnings: an engine may be away, and an index be another one tomorrow.
struct EngineCheck {
    let app: App
    let places: AppFilePlaces
    /// The descriptions of the engines, by backend and index.
    let answers: JSON

    var warnings: [AppFileProblem] {
        let found = app.searchers.flatMap { searcher -> [AppFileProblem] in
            guard let index = searcher.index, let answer = answers[searcher.backend]?[index] else { return [] }
            if let error = answer["error"] {
                let message = "`index` of searcher `\(searcher.name)` cannot be read: "
                return [
                    AppFileProblem(
                        line: places.line(of: ["searchers", searcher.name, "index"]),
                        message: message + (error["message"]?.string ?? "the engine reports nothing"),
                        remedy: error["remedy"]?.string ?? ErrorCode.backendFailed.remedy
                    )
                ]
            }
            guard let shape = answer["shape"] else { return [] }
            return IndexCheck.needs(of: searcher, in: app).compactMap { need in
                warning(need, index: index, shape)
            }
        }
        return found.sorted { ($0.line, $0.message) < ($1.line, $1.message) }
    }

    private func warning(_ need: IndexCheck.PlacedNeed, index: String, _ shape: JSON) -> AppFileProblem? {
        let attributes = shape["attributes"]?.array ?? []
        let attribute = attributes.first { $0["name"]?.string == need.attribute }
        let isUsable = attribute?[need.isCounted ? "countable" : "comparable"]?.bool
        guard isUsable != true, attribute != nil || shape["complete"]?.bool == true else { return nil }
        let near = Spelling.closest(to: need.attribute, among: attributes.compactMap { $0["name"]?.string })
        guard let attribute else {
            return AppFileProblem(
                line: places.line(of: need.place),
                message: need.subject + "which the index `\(index)` does not have",
                remedy: near.map { "Did you mean `\($0)`?" } ?? "Correct the name, or add it to the index."
            )
        }
        let type = attribute["type"]?.string ?? ""
        return AppFileProblem(
            line: places.line(of: need.place),
            message: need.subject + "which the engine cannot \(need.isCounted ? "count" : "compare")"
                + (type.isEmpty ? "" : " (`\(type)`)"),
            remedy: need.isCounted
                ? "Index it for exact values, or name another attribute." : "Name an attribute of numbers."
        )
    }
}

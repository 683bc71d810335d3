// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

extension HighlightTags {
    /// The marked texts of an attribute as one highlight; of a list engines send those alone in which they found something.
    func highlight(_ texts: [String], in value: JSON?) -> Highlight? {
        guard let elements = value?.array?.compactMap(\.string), elements.count > 1 else {
            return highlight(texts.joined(separator: ", "))
        }
        var marked: [String: String] = [:]
        for text in texts { marked[spans(text).map(\.text).joined()] = text }
        return highlight(elements.map { marked[$0] ?? $0 }.joined(separator: ", "))
    }
}

// SPDX-License-Identifier: MIT

import Wire

/// An app for indexes that are proposed: a search screen with what fits their records.
public struct ProposedApp: Sendable {
    /// What the app is called.
    public let name: String
    /// The indexes, in the order of the files.
    public let indexes: [IndexProposal]
    let searchers: [ProposedPart]
    let filterStates: [ProposedPart]
    let widgets: [ProposedPart]

    /// Proposes an app.
    public init(name: String, indexes: [IndexProposal]) {
        self.name = name
        self.indexes = indexes
        var names = PartNames()
        var parts = WidgetParts(isAlone: indexes.count == 1)
        let searcherNames = indexes.map { names.take($0.name, or: "records") }
        let everything =
            indexes.count > 1 ? names.take("everything", or: "everything") : searcherNames.first ?? "records"
        let box = indexes.map(\.title).joined(separator: " and ")
        parts.add(
            names.take("box", or: "box"),
            [
                ("type", "search-box"), ("searcher", .string(everything)),
                ("placeholder", .string("Search \(box.count > 60 ? "" : box)".trimmedAtEnd)), ("autofocus", true),
            ]
        )
        parts.add(names.take("spinner", or: "spinner"), [("type", "loading"), ("searcher", .string(everything))])
        var states: [ProposedPart] = []
        for (index, searcher) in zip(indexes, searcherNames) {
            let state =
                indexes.count == 1 ? names.take("main", or: "main") : names.take("\(searcher)-choice", or: "choice")
            let before = parts.searchers.count
            parts.add(index, searcher: searcher, state: state, &names)
            // What looks for values must be narrowed as the list is.
            let narrowed = [searcher] + parts.searchers[before...].map(\.name)
            states.append(ProposedPart(state, [("searchers", JSON(narrowed))]))
        }
        searchers = Self.searchers(indexes, searcherNames, everything: everything) + parts.searchers
        filterStates = states
        widgets = parts.widgets
    }

    private static func searchers(_ indexes: [IndexProposal], _ names: [String], everything: String) -> [ProposedPart] {
        let own = zip(indexes, names).map { index, name -> ProposedPart in
            // A page of large records would be more than results may hold.
            let count = indexes.count == 1 ? 20 : 6
            let isLarge = index.averageBytes * count > 256 << 10
            let shown = index.roles.shown + [index.roles.price?.attribute, index.roles.rating].compactMap(\.self)
            return ProposedPart(
                name,
                [
                    ("type", "hits"), ("index", .string(index.name)), ("hitsPerPage", JSON(count)),
                    ("attributesToRetrieve", isLarge ? JSON(shown) : nil),
                ],
                comment: isLarge
                    ? "records have \(index.averageBytes >> 10) KiB on average: only what hits show is fetched" : nil
            )
        }
        guard indexes.count > 1 else { return own }
        let all = ProposedPart(
            everything,
            [("type", "multi"), ("searchers", JSON(names))],
            comment: "one text for all indexes"
        )
        return own + [all]
    }
}

extension String {
    /// The text without blanks behind it.
    fileprivate var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}

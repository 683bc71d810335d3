// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The pages of one list of hits: those that are loaded, which may leave gaps.
///
/// The list's first loaded page is in the widget's view; each other one is a separate view, written once, when it
/// comes. So of those only their slots are kept, and a slot that is free again is taken by the next page that comes.
struct HitList: Sendable, Hashable {
    /// Which pages stay when others come.
    struct Keeping: Sendable, Hashable {
        /// How far from the one in sight a page may lie; `nil` where all stay.
        var reach: Int?
        /// How many pages may be loaded.
        var most: Int
    }

    /// More than any backend answers with; it keeps positions within reason whatever an answer says.
    static let maximumHitsPerPage = 10_000

    /// More than a widget's `maxPages` may say.
    static let maximumPages = 1_000

    /// The pages that a list can hold.
    static let pageRange = 0...1_000_000

    /// The request whose answer began the list; zero for a list without any page.
    private(set) var number = 0
    /// The page that the list began with, from 0; it is in the widget's view.
    private(set) var start = 0
    /// The lowest page that the list has ever had.
    private(set) var lowest = 0
    private(set) var query = ""
    private(set) var totalCount = 0
    private(set) var totalPages = 0
    private(set) var hitsPerPage = 0
    /// The hits of the page that it began with, as they are in the view; empty while that page is not kept.
    private(set) var firstPage = JSONText([])
    /// The loaded pages, each with its slot: 0 for the widget's view, else the number of the view that it is.
    private(set) var slots: [Int: Int] = [:]

    init() {}

    /// A list that begins with a page, which lies within `pageRange`.
    init(_ hits: SearchResponse.Hits, _ items: [JSONText], query: String, number: Int) {
        self.number = number
        self.query = query
        (start, lowest) = (hits.page, hits.page)
        hitsPerPage = HitList.size(of: hits)
        firstPage = JSONText(array: items)
        slots = [start: 0]
        (totalCount, totalPages) = (hits.totalCount, hits.pageCount)
    }

    /// How many hits a full page of an answer has, within reason.
    static func size(of hits: SearchResponse.Hits) -> Int { min(max(hits.hitsPerPage, 0), maximumHitsPerPage) }

    var isEmpty: Bool { slots.isEmpty }

    var count: Int { slots.count }

    var pages: [Int] { slots.keys.sorted() }

    var first: Int { slots.keys.min() ?? start }

    var last: Int { slots.keys.max() ?? start }

    /// The last page that can be requested; less than 0 without pages.
    var end: Int { min(max(totalPages, 0), HitList.pageRange.upperBound + 1) - 1 }

    /// How many rows lie after the last loaded page.
    var remaining: Int {
        let total = max(totalCount, 0)
        let reachable = HitList.pageRange.contains(totalPages) ? min(total, totalPages * hitsPerPage) : total
        return isEmpty ? 0 : max(0, reachable - (last + 1) * hitsPerPage)
    }

    func has(_ page: Int) -> Bool { slots[page] != nil }

    func page(of row: Int) -> Int { row / max(hitsPerPage, 1) }

    /// Whether an answer is of the same list, as far as it says itself.
    func includes(_ hits: SearchResponse.Hits, query: String) -> Bool {
        !isEmpty && query == self.query && HitList.size(of: hits) == hitsPerPage
            && HitList.pageRange.contains(hits.page)
    }

    /// Inserts a page, which may be there already, and drops those that must not stay; returns the other views that changed.
    mutating func insert(
        _ hits: SearchResponse.Hits,
        _ items: [JSONText],
        _ keeping: Keeping,
        around sight: Int
    ) -> [Effects.Page] {
        let page = hits.page
        (totalCount, totalPages) = (hits.totalCount, hits.pageCount)
        lowest = min(lowest, page)
        var free = letGo(keeping.reach, around: sight, except: page)
        while slots.count - (has(page) ? 1 : 0) >= keeping.most,
            let other = slots.keys.filter({ $0 != page }).max(by: { (abs($0 - page), $0) < (abs($1 - page), $1) })
        {
            free.append(remove(other))
        }
        guard page != start else {
            firstPage = JSONText(array: items)
            slots[page] = 0
            return emptied(free)
        }
        let taken = Set(slots.values)
        let slot = slots[page] ?? (1...).first { !taken.contains($0) } ?? 1
        slots[page] = slot
        return emptied(free.filter { $0 != slot }) + [view(slot, page, items)]
    }

    /// Lets go of the pages that lie far from the one in sight, but for the nearest one; answers with the views that are
    /// others now.
    mutating func clean(_ keeping: Keeping, around sight: Int) -> [Effects.Page] {
        let nearest = slots.keys.min { (abs($0 - sight), $0) < (abs($1 - sight), $1) }
        return emptied(letGo(keeping.reach, around: sight, except: nearest ?? sight))
    }

    /// Takes the pages away that are too far, or lie behind the last one that there is now.
    private mutating func letGo(_ reach: Int?, around sight: Int, except page: Int) -> [Int] {
        let others = pages.filter { $0 != page && ($0 > max(end, sight) || abs($0 - sight) > reach ?? .max) }
        return others.map { remove($0) }
    }

    private mutating func remove(_ page: Int) -> Int {
        if page == start { firstPage = JSONText([]) }
        return slots.removeValue(forKey: page) ?? 0
    }

    /// The further pages after the list's end: empty, so that no client keeps what is not drawn.
    var emptiedPages: [Effects.Page] { emptied(slots.values.sorted()) }

    private func emptied(_ slots: [Int]) -> [Effects.Page] {
        slots.filter { $0 > 0 }.map { HitList().view($0, $0, []) }
    }

    private func view(_ slot: Int, _ page: Int, _ items: [JSONText]) -> Effects.Page {
        let view: JSON = ["list": JSON(number), "page": JSON(page), "hits": .text(JSONText(array: items))]
        return Effects.Page(number: slot, view: view)
    }
}

// MARK: - A restart

extension HitList {
    /// The slots of the pages, to be kept for a restart.
    var savedSlots: JSON { .array(pages.map { [JSON($0), JSON(slots[$0] ?? 0)] }) }

    /// The list that a view shows, with the slots of its pages; `nil` for invalid slots.
    init?(view: JSON, slots saved: JSON?) {
        self.init()
        number = view["list"]?.int ?? 0
        start = HitList.page(view["page"])
        lowest = min(HitList.page(view["firstPage"] ?? view["page"]), start)
        query = view["query"]?.string ?? ""
        totalCount = view["nbHits"]?.int ?? 0
        totalPages = view["nbPages"]?.int ?? 0
        hitsPerPage = min(max(view["hitsPerPage"]?.int ?? 0, 0), HitList.maximumHitsPerPage)
        firstPage = JSONText(view["hits"]?.array.map(JSON.array) ?? [])
        guard let saved else {
            slots = [start: 0]
            return
        }
        guard let slots = HitList.slots(saved, start: start) else { return nil }
        self.slots = slots
    }

    private static func page(_ json: JSON?) -> Int {
        min(max(json?.int ?? 0, pageRange.lowerBound), pageRange.upperBound)
    }

    /// Pages with their slots, of which only the page that the list began with has the slot 0; `nil` for anything else.
    private static func slots(_ json: JSON, start: Int) -> [Int: Int]? {
        var slots: [Int: Int] = [:]
        for pair in json.array ?? [] {
            guard let page = pair.array?.first?.int, let slot = pair.array?.last?.int, pageRange.contains(page),
                (0...maximumPages).contains(slot), (slot == 0) == (page == start), slots[page] == nil
            else { return nil }
            slots[page] = slot
        }
        let isSound = (1...maximumPages).contains(slots.count) && Set(slots.values).count == slots.count
        return isSound ? slots : nil
    }
}

extension HitList {
    static let viewMembers = [
        Schema.Member("query", .text, isRequired: true, "The text that was searched."),
        Schema.Member("nbHits", .count, isRequired: true, "How many records match."),
        Schema.Member("nbPages", .count, isRequired: true, "How many pages can be asked for."),
        Schema.Member("hitsPerPage", .count, isRequired: true, "How many records a page has."),
        Schema.Member(
            "list",
            .count,
            isRequired: true,
            "The request that the list began with; another one is a new list."
        ),
        Schema.Member("page", .count, isRequired: true, "The page that the list began with, from 0."),
        Schema.Member(
            "pages",
            .count,
            isRequired: true,
            "How many pages are loaded; each page except `page` has a view of its own."
        ),
        Schema.Member(
            "loaded",
            .list(.count, maximum: HitList.maximumPages),
            isRequired: true,
            "The pages that are here, in order; what is missing between them is a gap."
        ),
        Schema.Member(
            "firstPage",
            .count,
            isRequired: true,
            "The lowest page that the list has had; what is missing from there on is a gap."
        ),
        Schema.Member("remaining", .count, isRequired: true, "How many rows come after the last page that is here."),
        Schema.Member("hits", .list(.hit), isRequired: true, "The records of `page`; none while it is a gap."),
    ]

    var members: [(String, JSON)] {
        [
            ("query", .string(query)),
            ("nbHits", JSON(totalCount)),
            ("nbPages", JSON(totalPages)),
            ("hitsPerPage", JSON(hitsPerPage)),
            ("list", JSON(number)),
            ("page", JSON(start)),
            ("pages", JSON(count)),
            ("loaded", .array(pages.map { JSON($0) })),
            ("firstPage", JSON(lowest)),
            ("remaining", JSON(remaining)),
            ("hits", .text(firstPage)),
        ]
    }
}

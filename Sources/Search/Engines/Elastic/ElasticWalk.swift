// SPDX-License-Identifier: MIT

import Wire

/// How a page is reached that lies beyond the records which one search lets through.
///
/// Nothing is kept between pages. A point in time is opened, so that records stay where they are; searches without records or
/// counts go from one window to the next (`search_after`) up to the page; and the last one is the search itself. That is one exchange for
/// each window of records above the page, each of which sorts as many records in every shard.
struct ElasticWalk: ExchangeWalk {
    private static let lifetime = "1m"

    private enum Stage {
        case begin, opened, walking, done
    }

    private let index: String
    private let body: JSONObject
    private let order: JSON
    private let window: Int
    private let flavor: ElasticFlavor
    private var stage = Stage.begin
    private var point: String?
    private var after: JSON?
    /// How many records are still above the page.
    private var left: Int

    /// A search that needs it; `nil` for one whose page one search lets through.
    init?(_ query: JSON, _ settings: ElasticSettings) {
        let (window, flavor) = (settings.window, settings.flavor)
        guard var body = query["body"]?.object, let index = query["header"]?["index"]?.string,
            let start = body["from"]?.int, let size = body["size"]?.int, size > 0,
            start > 0, start > window - min(size, window)
        else { return nil }
        var order = body["sort"]?.array ?? [["_score": "desc"]]
        // The place of a record in its shard decides between those that are the same, as it does in the first window.
        if let tie = query["tie"] { order.append(tie) }
        body["from"] = nil
        body["sort"] = .array(order)
        self.order = .array(order)
        self.index = index
        self.body = body
        self.window = window
        self.flavor = flavor
        left = start
    }

    mutating func next(after reply: JSON?) throws -> WalkStep {
        switch stage {
        case .begin:
            stage = .opened
            let path = flavor == .elasticsearch ? "_pit" : "_search/point_in_time"
            return .ask(HTTPExchange(.post, "/\(PercentCoding.encoded(index))/\(path)?keep_alive=\(Self.lifetime)"))
        case .opened:
            point = try (reply ?? .null).requiredString(flavor == .elasticsearch ? "id" : "pit_id")
            stage = .walking
        case .walking:
            if let renewed = reply?["pit_id"]?.string { point = renewed }
            let hits = try (reply?["hits"] ?? .null).list("hits")
            guard let last = hits.last else {
                // There are no records up to the page: the search itself tells how many there are.
                left = 0
                stage = .done
                return .ask(search(size: 0))
            }
            after = try last.required("sort")
            left -= min(left, hits.count)
        case .done: return .end
        }
        guard left == 0 else { return .ask(step(of: min(left, window))) }
        stage = .done
        return .ask(search(size: nil))
    }

    var farewell: HTTPExchange? {
        point.map { point in
            flavor == .elasticsearch
                ? HTTPExchange(.delete, "/_pit", body: JSON.object(JSONObject([("id", .string(point))])).bytes)
                : HTTPExchange(
                    .delete,
                    "/_search/point_in_time",
                    body: JSON.object(JSONObject([("pit_id", [.string(point)])])).bytes
                )
        }
    }

    /// A search that passes over records.
    private func step(of size: Int) -> HTTPExchange {
        var step = JSONObject()
        for name in ["query", "post_filter", "min_score"] { step[name] = body[name] }
        step["size"] = JSON(size)
        step["_source"] = false
        step["track_total_hits"] = false
        return asked(step, path: "/_search?filter_path=pit_id,hits.hits.sort")
    }

    private func search(size: Int?) -> HTTPExchange {
        var search = body
        if let size { search["size"] = JSON(size) }
        return asked(search, path: "/_search")
    }

    private func asked(_ search: JSONObject, path: String) -> HTTPExchange {
        var search = search
        search["sort"] = order
        search["pit"] = ["id": JSON(point), "keep_alive": .string(Self.lifetime)]
        search["search_after"] = after
        return .post(path, .object(search))
    }
}

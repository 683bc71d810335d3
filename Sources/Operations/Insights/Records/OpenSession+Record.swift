// SPDX-License-Identifier: MIT

extension OpenSession {
    /// The names of all searchers that its searches name, each once.
    var searcherNames: [String] {
        var names: [String] = []
        for search in current + recent {
            for name in search.searchers + search.first.keys.sorted() + search.found.keys.sorted()
            where !names.contains(name) {
                names.append(name)
            }
        }
        return names
    }
}

extension OpenSession.Search {
    /// What of a search is there, as bits of one number; the first seven fit into a byte.
    private struct Parts: OptionSet {
        let rawValue: UInt64

        static let tracked = Parts(rawValue: 1)
        static let judged = Parts(rawValue: 1 << 1)
        static let clicked = Parts(rawValue: 1 << 2)
        static let converted = Parts(rawValue: 1 << 3)
        static let counted = Parts(rawValue: 1 << 4)
        static let ahead = Parts(rawValue: 1 << 5)
        static let since = Parts(rawValue: 1 << 6)
        static let question = Parts(rawValue: 1 << 7)
        static let answers = Parts(rawValue: 1 << 8)
        static let filters = Parts(rawValue: 1 << 9)
        static let shape = Parts(rawValue: 1 << 10)
        static let cause = Parts(rawValue: 1 << 11)
        static let views = Parts(rawValue: 1 << 12)
    }

    private var parts: Parts {
        var parts: Parts = []
        if isTracked { parts.insert(.tracked) }
        if isJudged { parts.insert(.judged) }
        if isClicked { parts.insert(.clicked) }
        if isConverted { parts.insert(.converted) }
        if day != nil { parts.insert(.counted) }
        if isAhead { parts.insert(.ahead) }
        if since != 0 { parts.insert(.since) }
        if place > 0 || member != 0 { parts.insert(.question) }
        if !first.isEmpty || !found.isEmpty { parts.insert(.answers) }
        if !filters.isEmpty { parts.insert(.filters) }
        if shape != 0 { parts.insert(.shape) }
        if cause != 0 { parts.insert(.cause) }
        if views > 0 { parts.insert(.views) }
        return parts
    }

    /// Writes the search; `names` are the places of the searchers' names in the record.
    func write(to writer: inout RecordWriter, _ touched: Int64, _ names: [String: Int]) {
        let parts = parts
        writer.write(parts.rawValue)
        writer.write(count: searchers.count)
        for name in searchers { writer.write(count: names[name] ?? 0) }
        writer.write(query)
        if let day { writer.write(signed: touched / EventTime.day &- day) }
        if parts.contains(.since) { writer.write(signed: touched &- since) }
        if parts.contains(.question) {
            writer.write(place)
            writer.write(signed: Int64(member))
        }
        if parts.contains(.answers) {
            for numbers in [first, found] {
                writer.write(count: numbers.count)
                for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
                    writer.write(count: names[name] ?? 0)
                    writer.write(signed: Int64(number))
                }
            }
        }
        if parts.contains(.filters) {
            writer.write(count: filters.count)
            for filter in filters { writer.write(digest: filter) }
        }
        if parts.contains(.shape) { writer.write(digest: shape) }
        if parts.contains(.cause) { writer.write(digest: cause) }
        if parts.contains(.views) { writer.write(count: views) }
    }

    /// Reads what `write` wrote.
    init(
        from reader: inout RecordReader,
        _ touched: Int64,
        _ names: [String]
    ) throws(RecordReader.Invalid) {
        func name(_ reader: inout RecordReader) throws(RecordReader.Invalid) -> String {
            let place = try reader.integer()
            guard names.indices.contains(place) else { throw RecordReader.Invalid() }
            return names[place]
        }
        func numbers(_ reader: inout RecordReader) throws(RecordReader.Invalid) -> [String: Int] {
            let pairs = try reader.list { reader throws(RecordReader.Invalid) in
                (try name(&reader), Int(try reader.signed()))
            }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }
        let parts = Parts(rawValue: try reader.number())
        let searchers = try reader.list(name)
        self.init(searchers: searchers, query: try reader.text(), cause: 0, since: 0)
        isTracked = parts.contains(.tracked)
        isJudged = parts.contains(.judged)
        isClicked = parts.contains(.clicked)
        isConverted = parts.contains(.converted)
        isAhead = parts.contains(.ahead)
        if parts.contains(.counted) { day = touched / EventTime.day &- (try reader.signed()) }
        if parts.contains(.since) { since = touched &- (try reader.signed()) }
        if parts.contains(.question) { (place, member) = (try reader.number(), Int(try reader.signed())) }
        if parts.contains(.answers) { (first, found) = (try numbers(&reader), try numbers(&reader)) }
        if parts.contains(.filters) {
            filters = try reader.list { reader throws(RecordReader.Invalid) in try reader.digest() }
        }
        if parts.contains(.shape) { shape = try reader.digest() }
        if parts.contains(.cause) { cause = try reader.digest() }
        if parts.contains(.views) { views = try reader.integer() }
    }
}

// SPDX-License-Identifier: MIT

import Bus
import NIOCore
import Testing
import Wire

@testable import Gateway

@Suite struct LogReaderTests {
    private func log(_ count: Int) throws -> MemoryLog {
        let log = MemoryLog()
        for number in 1...count {
            let kind = number.isMultiple(of: 10) ? "view" : "intent"
            try log.put(
                "\(kind)/box/s\(number % 2)/",
                id: "e\(number)",
                correlation: number.isMultiple(of: 7) ? "chain" : nil
            )
        }
        return log
    }

    private func read(_ log: MemoryLog, _ change: (inout LogQuery) -> Void) async throws -> LogPart {
        var query = LogQuery()
        change(&query)
        return try await LogReader(log: log).read(query)
    }

    private func place(_ number: Int) -> SequenceNumber { SequenceNumber(rawValue: UInt64(number)) }

    @Test("The log is read forwards from a sequence number, and a page says whether there is more")
    func forwards() async throws {
        let log = try log(50)
        let part = try await read(log) { ($0.after, $0.limit) = (place(10), 5) }
        #expect(part.events.map(\.id) == ["e11", "e12", "e13", "e14", "e15"])
        #expect(part.through == place(15) && part.head == place(50) && part.hasMore)
        let rest = try await read(log) { $0.after = place(45) }
        #expect(rest.events.count == 5 && !rest.hasMore && rest.through == place(50))
        let exact = try await read(log) { ($0.after, $0.limit) = (place(45), 5) }
        #expect(exact.events.count == 5 && !exact.hasMore)
    }

    @Test("Without a sequence number the log is read from its beginning")
    func beginning() async throws {
        let part = try await read(log(50)) { $0.limit = 1 }
        #expect(part.events.map(\.id) == ["e1"])
        #expect(part.head == place(50))
    }

    @Test("The newest events before a sequence number are in ascending order")
    func backwards() async throws {
        let log = try log(5000)
        let part = try await read(log) { ($0.before, $0.limit) = (place(4001), 3) }
        #expect(part.events.map(\.id) == ["e3998", "e3999", "e4000"])
        #expect(part.hasMore && part.through == place(4000))
        let first = try await read(log) { ($0.before, $0.limit) = (place(4), 200) }
        #expect(first.events.map(\.id) == ["e1", "e2", "e3"])
        #expect(!first.hasMore)
        let none = try await read(log) { $0.before = place(1) }
        #expect(none.events.isEmpty && !none.hasMore)
    }

    @Test(
        "A place far beyond the end of the log is the end of the log",
        arguments: [51, 52, 1 << 31, 1 << 53, UInt64(Int64.max) - 1, UInt64(Int64.max)] as [UInt64]
    )
    func beyondTheEnd(before: UInt64) async throws {
        let log = try log(50)
        for correlation in [nil, "chain", "nothing"] {
            let part = try await read(log) { query in
                query.before = SequenceNumber(rawValue: before)
                query.filter = correlation.map(EventFilter.init(chain:)) ?? .none
            }
            let wanted = correlation == "chain" ? 7 : correlation == nil ? 50 : 0
            #expect(part.events.count == wanted && !part.hasMore)
            #expect(part.through == place(50) && part.head == place(50) && part.from == .zero)
        }
    }

    @Test("A page has a bounded size in both directions, and reading further loses nothing")
    func bytes() async throws {
        let log = MemoryLog()
        let filler = "\"" + String(repeating: "x", count: 10_000) + "\""
        for number in 1...50 { try log.put("intent/box/s/", filler, id: "e\(number)") }
        var reader = LogReader(log: log)
        reader.byteLimit = 95_000
        let wanted = (1...50).map { "e\($0)" }
        var forwards: [String] = []
        var query = LogQuery()
        query.after = .zero
        while true {
            let part = try await reader.read(query)
            #expect(part.events.count <= 10)
            forwards += part.events.map(\.id)
            guard part.hasMore else { break }
            query.after = part.through
        }
        #expect(forwards == wanted)
        var backwards: [String] = []
        query = LogQuery()
        query.before = place(51)
        while true {
            let part = try await reader.read(query)
            #expect(part.events.count <= 10)
            backwards = part.events.map(\.id) + backwards
            guard part.hasMore else { break }
            query.before = part.from.advanced(by: 1)
        }
        #expect(backwards == wanted)
        reader.byteLimit = 1
        #expect(try await reader.read(query).events.count == 1)
    }

    @Test("Reading backwards holds few bytes and reads few pages, even if the newest events are large, and misses none")
    func largeEvents() async throws {
        let log = MemoryLog()
        let filler = "\"" + String(repeating: "x", count: 100_000) + "\""
        for number in 1...150 { try log.put("intent/box/s/", filler, id: "e\(number)") }
        var reader = LogReader(log: log)
        // A page of the log has some ten of these events.
        (reader.pageLimit, reader.pageSize, reader.byteLimit) = (8, 10, 350_000)
        var query = LogQuery()
        query.before = place(151)
        var seen: [String] = []
        while true {
            let before = log.replays
            let part = try await reader.read(query)
            #expect(log.replays - before <= 8 + 4)
            #expect((1...4).contains(part.events.count))
            seen = part.events.map(\.id) + seen
            guard part.hasMore else { break }
            query.before = part.from.advanced(by: 1)
        }
        #expect(seen == (1...150).map { "e\($0)" })
    }

    @Test("A caller has few reads in progress and some that wait, and leaves slots to others")
    func limits() async throws {
        let limits = LogReadLimits()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            func begin() {
                group.addTask {
                    do {
                        try await limits.reading(for: .key("a")) {
                            start.yield()
                            for await _ in ended { break }
                        }
                        return true
                    } catch let problem as Problem {
                        #expect(problem.status == 429)
                        return false
                    }
                }
            }
            let most = LogReadLimits.maxPerPeer + LogReadLimits.maxWaitingPerPeer
            for _ in 0..<most + 1 { begin() }
            let isFirstRefused = try await group.next()
            #expect(isFirstRefused == false, "the one that has no room to wait is the first to end")
            var events = started.makeAsyncIterator()
            for _ in 0..<LogReadLimits.maxPerPeer { await events.next() }
            try await limits.reading(for: .key("b")) {}
            end.finish()
            var done = 0
            for try await isDone in group { done += isDone ? 1 : 0 }
            #expect(done == most, "those that waited had their turn")
        }
        try await limits.reading(for: .key("a")) {}
    }

    @Test("The search for the chain of a missing intent in a long log ends")
    func longSearch() async throws {
        let log = MemoryLog()
        for number in 1...20_000 { try log.put("intent/box/s/", id: "e\(number)") }
        var reader = LogReader(log: log)
        reader.filterPageLimit = 8
        var query = LogQuery()
        query.filter = EventFilter(chain: "nothing")
        let part = try await reader.read(query)
        #expect(part.events.isEmpty && part.hasMore && part.from > .zero && log.replays <= 9)
    }

    @Test("Reading backwards page by page meets every event once")
    func pages() async throws {
        let log = try log(3000)
        var before = place(3001)
        var seen: [String] = []
        while true {
            let part = try await read(log) { ($0.before, $0.limit, $0.prefixes) = (before, 37, [TopicPrefix(.view)]) }
            seen = part.events.map(\.id) + seen
            guard part.hasMore, let first = part.events.first else { break }
            before = first.sequence
        }
        #expect(seen == stride(from: 10, through: 3000, by: 10).map { "e\($0)" })
    }

    @Test("A range between two sequence numbers has the events between them")
    func between() async throws {
        let part = try await read(log(50)) { ($0.after, $0.before) = (place(10), place(13)) }
        #expect(part.events.map(\.id) == ["e11", "e12"])
        #expect(!part.hasMore)
    }

    @Test("A chain is found by its first intent, with its newest events first")
    func correlation() async throws {
        let log = try log(400)
        try log.put("intent/box/s0/", id: "chain", correlation: "chain")
        let part = try await read(log) { ($0.filter, $0.limit) = (EventFilter(chain: "chain"), 3) }
        #expect(part.events.map(\.id) == ["e392", "e399", "chain"])
        #expect(part.hasMore)
        let all = try await read(log) { $0.filter = EventFilter(chain: "chain") }
        #expect(all.events.count == 58)
        let session = try await read(log) { ($0.filter, $0.session) = (EventFilter(chain: "chain"), "s1") }
        #expect(session.events.allSatisfy { $0.topic.session == "s1" } && session.events.count == 29)
    }

    @Test("No request reads more than a limit of pages, and its result is not marked as complete")
    func bounded() async throws {
        let log = try log(2000)
        log.filterLimit = 100
        let reader = LogReader(log: log, filterPageLimit: 5)
        var query = LogQuery()
        (query.filter, query.after, query.limit) = (EventFilter(chain: "nothing"), .zero, 100)
        let part = try await reader.read(query)
        #expect(log.replays == 5 && part.hasMore && part.through == place(500))
        query.after = nil
        let backwards = try await reader.read(query)
        #expect(log.replays == 5 + 5)
        #expect(backwards.hasMore && backwards.from == place(1500) && backwards.through == place(2000))
    }

    @Test("A log that no longer reaches back is reported")
    func trimmed() async throws {
        let log = try log(50)
        log.trim(upTo: place(30))
        #expect(try await read(log) { $0.after = place(10) }.isTrimmed)
        #expect(try await !read(log) { $0.after = place(40) }.isTrimmed)
    }

    @Test("The response contains the events unchanged")
    func body() async throws {
        let log = MemoryLog()
        try log.put("view/box/s/", "{\"a\": [1]}", id: "x")
        let json = try await JSON(parsing: read(log) { _ in }.body.readableBytesView)
        #expect(json["events"]?.array?.first?["topic"] == "view/box/s/")
        #expect(json["events"]?.array?.first?["event"]?["data"] == ["a": [1]])
        #expect(json["more"] == false && json["trimmed"] == false)
        #expect(json["through"] == "00000000000000000001")
    }
}

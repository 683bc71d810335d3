// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import GRDB

extension LogStore {
    /// A topic and the place of its last event.
    private struct LastEvent {
        let topic: Int64
        let name: String
        let sequence: SequenceNumber
    }

    /// The last events of the topics under the prefixes, by sequence.
    func latest(_ query: LatestQuery) throws -> Page {
        try reading { db in
            let lasts =
                query.sessions.isEmpty ? try lastEvents(query, db) : try lastEventsOfSessions(query, db)
            var page = Page(hasMore: lasts.count > query.limit)
            let statement = try db.cachedStatement(sql: EventChecksum.statement)
            for last in lasts.prefix(query.limit) {
                guard page.size < Self.pageSize else {
                    page.hasMore = true
                    break
                }
                let rows = try Row.fetchCursor(statement, arguments: [last.sequence.databaseValue])
                while let row = try rows.next() { page.add(try EventChecksum.body(of: row), last.name) }
            }
            return page
        }
    }

    /// The topics of some sessions, all of them, in one pass.
    private func lastEventsOfSessions(_ query: LatestQuery, _ db: Database) throws -> [LastEvent] {
        let marks = databaseQuestionMarks(count: query.sessions.count)
        let rows = try Row.fetchCursor(
            try db.cachedStatement(sql: "SELECT id, name, last FROM topics WHERE session IN (\(marks))"),
            arguments: StatementArguments(query.sessions)
        )
        var found: [LastEvent] = []
        while let row = try rows.next() {
            let name: String = row[1]
            let last = activity.topics[row[0]] ?? SequenceNumber(rawValue: UInt64(row[2] as Int64))
            guard last > query.after, query.prefixes.contains(where: { $0.matches(name) }) else { continue }
            found.append(LastEvent(topic: row[0], name: name, sequence: last))
        }
        return found.sorted { $0.sequence < $1.sequence }
    }

    /// The first topics after a place, as many as the page takes and one more, found by their index.
    private func lastEvents(_ query: LatestQuery, _ db: Database) throws -> [LastEvent] {
        let wanted = query.limit + 1
        var found: [LastEvent] = []
        for (id, last) in activity.topics where last > query.after {
            guard let name = try topicName(id, db), query.prefixes.contains(where: { $0.matches(name) }) else {
                continue
            }
            found.append(LastEvent(topic: id, name: name, sequence: last))
        }
        let byName = try db.cachedStatement(sql: "SELECT id, name, last FROM topics WHERE name = ? AND last > ?")
        for topic in query.prefixes where topic.depth == 3 {
            let rows = try Row.fetchCursor(byName, arguments: [topic.description, query.after.databaseValue])
            while let row = try rows.next() { note(row, in: &found) }
        }
        let byChannel = try db.cachedStatement(
            sql: "SELECT id, name, last FROM topics WHERE channel = ? AND last > ? AND last < ? ORDER BY last LIMIT ?"
        )
        for channel in try channels(under: query.prefixes, db) {
            // Of the channels that are left only what comes before the last of the page so far can still be on it.
            found = first(wanted, of: found)
            let end = found.count < wanted ? Int64.max : Int64(found[wanted - 1].sequence.rawValue)
            let limit = wanted + activity.topics.count
            let rows = try Row.fetchCursor(byChannel, arguments: [channel, query.after.databaseValue, end, limit])
            while let row = try rows.next() { note(row, in: &found) }
        }
        return first(wanted, of: found)
    }

    /// Notes a topic as the table has it, unless it has had events since.
    private func note(_ row: Row, in found: inout [LastEvent]) {
        guard activity.topics[row[0]] == nil else { return }
        let sequence = SequenceNumber(rawValue: UInt64(row[2] as Int64))
        found.append(LastEvent(topic: row[0], name: row[1], sequence: sequence))
    }

    /// The first topics by sequence number, each once.
    private func first(_ count: Int, of found: [LastEvent]) -> [LastEvent] {
        var topics: Set<Int64> = []
        let each = found.sorted { $0.sequence < $1.sequence }.filter { topics.insert($0.topic).inserted }
        return Array(each.prefix(count))
    }

    /// The channels under the prefixes that are not whole topics, each found by a step of the index.
    private func channels(under prefixes: [TopicPrefix], _ db: Database) throws -> Set<String> {
        let next = try db.cachedStatement(sql: "SELECT min(channel) FROM topics WHERE channel > ? AND channel < ?")
        var channels: Set<String> = []
        for prefix in prefixes where prefix.depth < 3 {
            guard prefix.depth < 2 else {
                channels.insert(prefix.description)
                continue
            }
            var last = prefix.description
            while let channel = try String.fetchOne(next, arguments: [last, prefix.upperBound]) {
                channels.insert(channel)
                last = channel
            }
        }
        return channels
    }
}

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
            let statement = try db.cachedStatement(
                sql: "SELECT \(EventChecksum.columns) FROM events WHERE sequence = ?"
            )
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
        let byChannel = try db.cachedStatement(
            sql: "SELECT id, name, last FROM topics WHERE channel = ? AND last > ? AND last < ? ORDER BY last LIMIT ?"
        )
        let prefixes = query.prefixes
        for channel in try channels(touchedBy: prefixes, db) {
            // Of the channels that are left only what comes before the last of the page so far can still be on it.
            found = Array(found.sorted { $0.sequence < $1.sequence }.prefix(wanted))
            let end = found.count < wanted ? Int64.max : Int64(found[wanted - 1].sequence.rawValue)
            let isWhole = prefixes.contains { $0.coversChannel(channel) }
            let limit = isWhole ? wanted + activity.topics.count : -1
            let rows = try Row.fetchCursor(byChannel, arguments: [channel, query.after.databaseValue, end, limit])
            while let row = try rows.next() {
                let name: String = row[1]
                guard activity.topics[row[0]] == nil, isWhole || prefixes.contains(where: { $0.matches(name) })
                else { continue }
                let sequence = SequenceNumber(rawValue: UInt64(row[2] as Int64))
                found.append(LastEvent(topic: row[0], name: name, sequence: sequence))
            }
        }
        return Array(found.sorted { $0.sequence < $1.sequence }.prefix(wanted))
    }

    /// The channels under some prefixes, each found by a step of the index.
    private func channels(touchedBy prefixes: [TopicPrefix], _ db: Database) throws -> Set<String> {
        let next = try db.cachedStatement(sql: "SELECT min(channel) FROM topics WHERE channel > ? AND channel < ?")
        var channels: Set<String> = []
        for prefix in prefixes {
            guard prefix.depth < 3 else {
                let parts = prefix.description.split(separator: "/")
                channels.insert("\(parts[0])/\(parts[1])/")
                continue
            }
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

// SPDX-License-Identifier: MIT

import Bus
import Foundation
import GRDB

extension LogStore {
    /// The last events of the topics under the prefixes, by sequence.
    func latest(_ query: LatestQuery) throws -> Page {
        try reading { db in
            let lasts =
                query.sessions.isEmpty ? try lastEvents(query, db) : try lastEventsOfSessions(query, db)
            var page = Page(hasMore: lasts.count > query.limit)
            for last in lasts.prefix(query.limit) {
                guard page.size < Self.pageSize else {
                    page.hasMore = true
                    break
                }
                try EventTable.read(last.last, db) { page.add(try $0.body(), last.name) }
            }
            return page
        }
    }

    /// The topics of some sessions, all of them, in one pass.
    private func lastEventsOfSessions(_ query: LatestQuery, _ db: Database) throws -> [StoredTopic] {
        let topics = try TopicTable.topics(ofSessions: query.sessions, db)
        var found: [StoredTopic] = []
        while let topic = try topics.next() {
            guard query.prefixes.contains(where: { $0.matches(topic.name) }) else { continue }
            var last = activity.topics[topic.id] ?? topic.last
            if let place = query.through, last > place {
                last = try EventTable.last(ofTopic: topic.id, upTo: place, db)
            }
            guard last > query.after else { continue }
            found.append(StoredTopic(id: topic.id, name: topic.name, last: last))
        }
        return found.sorted { $0.last < $1.last }
    }

    /// The first topics after a place, as many as the page takes and one more, found by their index.
    private func lastEvents(_ query: LatestQuery, _ db: Database) throws -> [StoredTopic] {
        let wanted = query.limit + 1
        var found: [StoredTopic] = []
        for (id, last) in activity.topics where last > query.after {
            guard let name = try topicName(id, db), query.prefixes.contains(where: { $0.matches(name) }) else {
                continue
            }
            found.append(StoredTopic(id: id, name: name, last: last))
        }
        // What the rows say of topics that have had events since is old.
        func note(_ topic: StoredTopic) { if activity.topics[topic.id] == nil { found.append(topic) } }
        for prefix in query.prefixes where prefix.depth == 3 {
            let topics = try TopicTable.topics(under: prefix, db)
            while let topic = try topics.next() { if topic.last > query.after { note(topic) } }
        }
        for channel in try channels(under: query.prefixes, db) {
            // Of the channels that are left only what comes before the last of the page so far can still be on it.
            found = first(wanted, of: found)
            let end = found.count < wanted ? SequenceNumber(rawValue: UInt64(Int64.max)) : found[wanted - 1].last
            let limit = wanted + activity.topics.count
            let topics = try TopicTable.topics(ofChannel: channel, after: query.after, before: end, limit: limit, db)
            while let topic = try topics.next() { note(topic) }
        }
        return first(wanted, of: found)
    }

    /// The first topics by sequence number, each once.
    private func first(_ count: Int, of found: [StoredTopic]) -> [StoredTopic] {
        var topics: Set<Int64> = []
        let each = found.sorted { $0.last < $1.last }.filter { topics.insert($0.id).inserted }
        return Array(each.prefix(count))
    }

    /// The channels under the prefixes that are not whole topics, each found by a step of the index.
    private func channels(under prefixes: [TopicPrefix], _ db: Database) throws -> Set<String> {
        var channels: Set<String> = []
        for prefix in prefixes where prefix.depth < 3 {
            guard prefix.depth < 2 else {
                channels.insert(prefix.description)
                continue
            }
            var last = prefix.description
            while let channel = try TopicTable.channel(after: last, before: prefix.upperBound, db) {
                channels.insert(channel)
                last = channel
            }
        }
        return channels
    }
}

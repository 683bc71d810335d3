// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Glibc
import Wire

/// The log in SQLite.
///
/// One process owns the file, and one thread this object.
package final class LogStore {
    /// A topic as the store knows it.
    final class TopicEntry {
        let id: Int64
        let channel: Int
        /// Whether it is one of questions or answers.
        let isQuestion: Bool
        /// The sequence number of the last event; zero before the first event.
        var last: SequenceNumber

        init(id: Int64, channel: Int, isQuestion: Bool, last: SequenceNumber) {
            self.id = id
            self.channel = channel
            self.isQuestion = isQuestion
            self.last = last
        }
    }

    /// How many topics are remembered; beyond it all are forgotten and read again as they come.
    private static let topicCacheLimit = 20_000
    /// The number of waits of half a millisecond for a process with an exclusive lock.
    private static let mostWaits = 10_000

    let statements: AppendStatements
    let queue: DatabaseQueue
    package var epoch: String
    package let path: String
    /// The file beside the log that tells it from copies and older states.
    let places: PlaceFile
    let environment: LogEnvironment
    /// The note of the head outside the data directory; `nil` where none can be kept.
    var witness: HeadWitness?
    /// The opened files of the log.
    var files: LogFiles
    /// Why nothing can be written at the moment; `nil` where it can.
    var obstacle: SearchBusError?
    /// Whether the log's file was overwritten with another state: what SQLite has of it is not to be relied on.
    var isOverwritten = false
    /// The connection by which the file is compared with what was stored; opened when that is first done.
    var watch: DatabaseQueue?
    /// What the last broker that opened the log wrote into it.
    var token: String
    /// The sequence numbers without an event, because theirs were lost.
    var lost: [LostPlaces] = []
    /// The last sequence given.
    package var head: SequenceNumber
    var retention: Retention
    var channels = ChannelTable()
    /// How old the log's events are.
    var ages: LogAges
    /// What the rows of topics and sessions do not tell of yet.
    var activity = RecentActivity()
    /// The sessions whose events are being removed.
    var removals = SessionRemovals()
    var eventCount: Int
    /// Whether what is carried out here is carried out by other brokers too, in the same order and with the same result.
    let isReplica: Bool
    /// Every known component; `nil` until they are read.
    var readerNames: [String]?
    /// Whether a transaction was rolled back and the file not read since.
    private var mustReload = false
    private var topics: [String: TopicEntry] = [:]
    private var topicNames: [Int64: String] = [:]
    var components: [String: ComponentEntry] = [:]

    /// Opens the log, or makes an empty one.
    ///
    /// - Throws: `SearchBusError` with `log-corrupt`, `storage-full`, `storage-failed` or `data-directory-unusable`, also for
    ///   a log that is missing while files beside it show that there was one.
    package convenience init(path: String, durability: BrokerConfiguration.Durability) throws {
        try self.init(path: path, durability: durability, environment: .current)
    }

    /// Opens this machine's copy of the log that brokers keep by a journal, or makes an empty one.
    ///
    /// - Throws: As the other, and `epoch-changed` where what is there is a copy of another journal.
    package convenience init(path: String, durability: BrokerConfiguration.Durability, journal epoch: String) throws {
        try self.init(path: path, durability: durability, environment: .current, journal: epoch)
    }

    init(
        path: String,
        durability: BrokerConfiguration.Durability,
        environment: LogEnvironment,
        journal: String? = nil
    ) throws {
        self.path = path
        isReplica = journal != nil
        self.environment = environment
        places = PlaceFile(log: path)
        files = LogFiles(path)
        // A journal brings back what a copy has lost.
        if journal == nil { try files.checkPresence() }
        files.makePrivate()
        do {
            queue = try DatabaseQueue(path: path, configuration: LogStore.configuration(durability))
            try queue.inDatabase { [files] db in
                if journal == nil, try LogSchema.checkOwner(db) == 0 { try files.checkContent() }
                try LogSchema.prepare(db, epoch: journal ?? Identifier.make(length: 16))
                guard journal == nil else { return }
                if try MetaTable.read(.journal, db) != nil { throw Self.shared(path) }
                // A component that started over would repeat what its shards have done.
                let components = try ComponentTable.cursors(db).keys
                if components.contains(where: { SessionShard.component(ofCursor: $0) != $0 }) {
                    throw Self.restored(path)
                }
            }
            statements = try queue.inDatabase(AppendStatements.init)
            let state = try queue.inDatabase(LogSchema.readState)
            (epoch, head, token) = (state.epoch, state.head, state.token)
            retention = try queue.inDatabase(Retention.init)
            let saved = try queue.inDatabase { db in try MetaTable.read(.ages, db) }
            ages = LogAges(
                saved.flatMap { try? JSON(parsing: $0.utf8) },
                boot: environment.boot,
                reading: environment.elapsed(),
                // Where machines share a log, an entry's time decides what is a repeat; it may differ from this machine's.
                receiptAge: isReplica ? 2 * LogAges.receiptAge : LogAges.receiptAge
            )
            eventCount = try queue.inDatabase(EventTable.count)
            activity = try queue.inDatabase { db in try EventTable.activity(after: state.lasts, db) }
            removals.add(try queue.inDatabase(TopicTable.hidden))
        } catch let error as DatabaseError {
            throw Self.foreignFile(of: path) ?? SearchBusError(storage: error, path: path)
        }
        if let journal {
            try beginReplica(of: journal)
        } else {
            try begin()
        }
    }

    /// The error if a node's log of a cluster is opened without the journal.
    private static func shared(_ path: String) -> SearchBusError {
        SearchBusError(
            .dataDirectoryUnusable,
            "The log in \(path) is a machine's copy of a log that several share.",
            remedy:
                "Start the app with that log: `log` in the app file, or --journal. To leave it for good: `searchbus cluster leave`."
        )
    }

    /// The error if a backup of a shared log is opened without the journal.
    private static func restored(_ path: String) -> SearchBusError {
        SearchBusError(
            .dataDirectoryUnusable,
            "The log in \(path) is from a backup of one that several machines share.",
            remedy:
                "Share it again, with `searchbus cluster found`; `searchbus cluster leave` then makes it one of this machine alone."
        )
    }

    /// The error if a file of the log belongs to another user, as after a copy made by root; `nil` if none does.
    private static func foreignFile(of path: String) -> SearchBusError? {
        let files = [path, "\(path)-wal", "\(path)-shm"]
        guard let file = files.first(where: { access($0, R_OK | W_OK) != 0 && errno == EACCES }) else { return nil }
        return SearchBusError(
            .dataDirectoryUnusable,
            "The file \(file) may not be read and written by this user.",
            remedy: "Start the app as the user whose data these are, or give all of them to this one: chown -R."
        )
    }

    private static func configuration(_ durability: BrokerConfiguration.Durability) -> Configuration {
        var configuration = Configuration()
        configuration.label = "log"
        // A checkpoint lets the writer wait for some milliseconds: SQLite's own waits soon last longer than that.
        configuration.busyMode = .callback { attempt in
            usleep(500)
            return attempt < Self.mostWaits
        }
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            // In WAL mode NORMAL survives every crash but the machine's.
            try db.execute(sql: "PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
            // Checkpoints have a thread of their own, off the append path.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "PRAGMA cache_size = -4000")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            // Pages that events leave free need not be overwritten before others take them.
            try db.execute(sql: "PRAGMA secure_delete = FAST")
        }
        return configuration
    }

    /// What a transaction changes in memory and a rollback restores without reading the file.
    struct Marks {
        fileprivate let head: SequenceNumber
        fileprivate let retention: Retention
        fileprivate let eventCount: Int
    }

    /// The state before a transaction, for `rollBack(to:)`.
    var marks: Marks { Marks(head: head, retention: retention, eventCount: eventCount) }

    /// Restores what is remembered of the file to that before a transaction which was rolled back.
    ///
    /// Where the file cannot be read now, it is read before it is next used.
    func rollBack(to marks: Marks) {
        (head, retention, eventCount) = (marks.head, marks.retention, marks.eventCount)
        topics = [:]
        topicNames = [:]
        components = [:]
        readerNames = nil
        channels.start(at: head)
        mustReload = true
        try? reload()
    }

    /// Reads what is remembered of the file after a rollback, unless that was done.
    ///
    /// - Throws: `SearchBusError` where the file cannot be read: nothing may be answered from what the transaction left in memory.
    func reload() throws(SearchBusError) {
        guard mustReload else { return }
        do {
            activity = try queue.inDatabase { db in
                try EventTable.activity(after: try MetaTable.mark(.lasts, db), db)
            }
            mustReload = false
        } catch {
            throw (error as? DatabaseError).map { SearchBusError(storage: $0) }
                ?? SearchBusError(.storageFailed, "The log cannot be read: \(error)")
        }
    }

    // MARK: Topics

    /// A topic's entry, made if it is new.
    func entry(for topic: Topic, _ db: Database) throws -> TopicEntry {
        let name = topic.description
        if let entry = topics[name] { return entry }
        if let id = try TopicTable.id(named: name, db) {
            return remember(name, id: id, channel: topic.channel, last: try EventTable.last(ofTopic: id, db))
        }
        return remember(name, id: try TopicTable.insert(topic, named: name, db), channel: topic.channel, last: .zero)
    }

    private func remember(_ name: String, id: Int64, channel: String, last: SequenceNumber) -> TopicEntry {
        if channels.isFull {
            // The topics that are remembered have the numbers of their channels.
            channels.forget()
            forgetTopics()
        }
        let entry = TopicEntry(
            id: id,
            channel: channels.number(of: channel),
            isQuestion: QuestionShare.holds(name),
            last: last
        )
        if topics.count >= Self.topicCacheLimit {
            topics = [:]
            topicNames = [:]
        }
        topics[name] = entry
        topicNames[entry.id] = name
        return entry
    }

    /// The name of a topic by its row; `nil` also for one whose session was deleted.
    func topicName(_ id: Int64, _ db: Database) throws -> String? {
        if let name = topicNames[id] { return name }
        guard let name = try TopicTable.name(of: id, db) else { return nil }
        if topicNames.count >= Self.topicCacheLimit { topicNames = [:] }
        topicNames[id] = name
        return name
    }

    func forgetTopics() {
        topics = [:]
        topicNames = [:]
    }
}

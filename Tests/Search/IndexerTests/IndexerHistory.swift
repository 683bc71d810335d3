// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import BusTesting
import Foundation
import RandomTesting
import Runtime
import SearchIndex
import Wire

@testable import Indexer

/// A random history of writes, failures and crashes of an indexer, and imports; and the required contents of the indexes.
final class IndexerHistory {
    static let names = ["a", "b", "c"]
    private static let identifiers = ["1", "2", "3"]

    /// An import: its records replace those of the index, or are added, after the writes up to its position.
    private struct Import {
        let index: String
        let records: [String: Int]
        let isAppend: Bool
        var position: UInt64
    }

    private let directory = IndexDirectory(path: "/tmp/searchbus-indexer-\(UUID().uuidString)")
    private var random: SeededGenerator
    private var log: [(event: Event, index: String, operation: AlgoliaWrite)] = []
    private var cursor: UInt64 = 0
    private var queue: WriteQueue
    private var failing: Set<String> = []
    private var now = ContinuousClock.now
    private var running: (staged: StagedIndex, catchUp: ImportCatchUp, plan: Import)?
    private var imports: [Import] = []
    /// The steps, for messages.
    private(set) var notes: [String] = []
    /// The writes that can never be applied, and those that were reported as such.
    private(set) var invalid: [UInt64] = []
    private(set) var reported: [UInt64] = []

    init(_ number: Int) throws {
        random = SeededGenerator(seed: testSeed &+ UInt64(number))
        queue = Self.emptyQueue(directory)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory.path) }

    private static func emptyQueue(_ directory: IndexDirectory) -> WriteQueue {
        WriteQueue(
            backoff: Backoff(first: .milliseconds(50), limit: .seconds(5), jitter: 1...1),
            isAlone: { $0.typeSuffix == "transfer" },
            isBarrier: IndexTarget.Write.leavesNoStamp,
            exists: directory.exists
        )
    }

    // MARK: Acting

    /// Takes one random step.
    func act() throws {
        now = now.advanced(by: .milliseconds(Int.random(in: 0...2_000, using: &random)))
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: try write()
        case 8..<14: try work()
        case 14: crash()
        case 15..<17: toggle()
        case 17: try begin()
        case 18: try publish()
        default: try append()
        }
    }

    /// Ends all faults, and works until nothing is pending.
    func finish() throws {
        failing = []
        try publish()
        while !queue.isEmpty {
            now = now.advanced(by: .seconds(6))
            try work()
        }
    }

    private func write() throws {
        let index = Self.names.randomElement(using: &random) ?? ""
        let operation = operation(of: index)
        let sequence = UInt64(log.count) + 1
        let event = try Event.made(
            .write,
            index,
            session: nil,
            type: operation.concernsOneIndex ? "searchbus.write.batch" : "searchbus.write.transfer",
            data: ["operations": .array([operation.json])],
            at: sequence
        )
        log.append((event, index, operation))
        queue.add([event])
        notes.append("\(sequence) \(index) \(operation)")
    }

    private func operation(of index: String) -> AlgoliaWrite {
        let identifier = Self.identifiers.randomElement(using: &random) ?? ""
        let other = Self.names.filter { $0 != index }.randomElement(using: &random) ?? ""
        let isImporting = running?.plan.index == index
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<3:
            return .put(JSONObject([("objectID", .string(identifier)), ("count", 100)]))
        case 3..<8:
            let attributes = JSONObject([("count", ["_operation": "Increment", "value": 1])])
            return .update(objectID: identifier, attributes: attributes, creates: true)
        case 8: return .delete(objectID: identifier)
        case 9: return .clear
        case 10: return .deleteIndex
        // A copy of an index that is being imported is one of the version that is in use.
        case 11 where !isImporting: return .copy(destination: other, scope: [])
        case 12 where !isImporting: return .move(destination: other)
        default: return .put(JSONObject([("count", 1)]))
        }
    }

    private func toggle() {
        let index = Self.names.randomElement(using: &random) ?? ""
        if failing.remove(index) == nil { failing.insert(index) }
    }

    /// The indexer ends; the next one begins at the cursor.
    private func crash() {
        queue = Self.emptyQueue(directory)
        queue.add(log.map(\.event).filter { $0.sequence.rawValue > cursor })
        notes.append("crash at \(cursor)")
    }

    /// Lets the indexer try the next write.
    private func work() throws {
        guard case .apply(let turn) = queue.step(at: now), let first = turn.first else { return }
        guard failing.isDisjoint(with: IndexerWork.names(of: turn)) else {
            queue.postpone(turn, at: now)
            return
        }
        var failed: UInt64?
        do {
            let writes = try turn.map { try IndexTarget.Write($0) }
            _ = try IndexTarget(directory: directory).apply(writes, to: first.topic.component)
        } catch {
            guard queue.refuse(turn) else { return }
            failed = first.sequence.rawValue
        }
        // It may end before the log knows.
        guard Int.random(in: 0..<8, using: &random) > 0 else { return crash() }
        queue.finish(turn)
        notes.append("did \(turn.map(\.sequence))")
        if let failed { reported.append(failed) }
        if let (last, _) = queue.takeFinished() { cursor = last.rawValue }
    }

    // MARK: Importing

    private var applied: IndexStamp { IndexStamp(epoch: "test", sequence: cursor) }

    private func records() -> [String: Int] {
        Dictionary(
            uniqueKeysWithValues: Self.identifiers.prefix(2).map { ($0, Int.random(in: 1_000...9_000, using: &random)) }
        )
    }

    private static func reader(_ records: [String: Int]) -> () throws -> Record? {
        var rest = records.sorted { $0.key < $1.key }[...]
        return { try rest.popFirst().map { try Record(["objectID": .string($0.key), "count": JSON($0.value)]) } }
    }

    private func begin() throws {
        guard running == nil else {
            // It is killed.
            running = nil
            return
        }
        let index = Self.names.randomElement(using: &random) ?? ""
        guard !isToBeCopied(index) else { return }
        let stamp = applied
        let staged = try StagedIndex(of: index, in: directory)
        let position = stamp.orLater(staged.origin)
        let plan = Import(index: index, records: records(), isAppend: false, position: position.sequence)
        try staged.build(stamp: position, next: Self.reader(plan.records))
        let catchUp = ImportCatchUp(staged, of: directory, from: position) { [unowned self] in self.page(after: $0) }
        running = (staged, catchUp, plan)
        notes.append("import of \(index) begins at \(position.sequence)")
    }

    private func isToBeCopied(_ index: String) -> Bool {
        log.dropFirst(Int(cursor)).contains { $0.index == index && !$0.operation.concernsOneIndex }
    }

    private func page(after place: SequenceNumber) -> ReplayPage {
        let events = log.map(\.event).filter { $0.sequence > place }.prefix(3)
        let head = SequenceNumber(rawValue: UInt64(log.count))
        return ReplayPage(
            events: Array(events),
            through: events.count == 3 ? events.last?.sequence ?? head : head,
            head: head,
            epoch: "test",
            trimmed: nil
        )
    }

    private func publish() throws {
        guard let (staged, start, plan) = running else { return }
        running = nil
        var catchUp = start
        do {
            if Bool.random(using: &random) { try catchUp.run(applied: applied) }
            let writer = try IndexWriter(directory: directory, name: plan.index)
            try catchUp.run(applied: applied)
            _ = try staged.publish(by: writer, stamp: catchUp.position)
            imports.append(plan)
            notes.append("import of \(plan.index) is there at \(cursor)")
        } catch let error as SearchBusError where error.code == .busy {
            notes.append("import of \(plan.index) is refused at \(cursor)")
        }
    }

    private func append() throws {
        let index = Self.names.randomElement(using: &random) ?? ""
        // Of one index there is one import at a time.
        guard running?.plan.index != index, !isToBeCopied(index) else { return }
        let writer = try IndexWriter(directory: directory, name: index)
        let stamp = applied.orLater(try writer.stamp())
        let records = records()
        _ = try writer.add(stamp: stamp, next: Self.reader(records))
        imports.append(Import(index: index, records: records, isAppend: true, position: stamp.sequence))
        notes.append("append to \(index) at \(stamp.sequence)")
    }

    // MARK: Comparing

    /// The contents of an index.
    func found(_ index: String) throws -> [String: Int] {
        guard directory.exists(index) else { return [:] }
        let records = try IndexReader(directory: directory, name: index).records(Self.identifiers)
        var counts: [String: Int] = [:]
        for (identifier, record) in zip(Self.identifiers, records) {
            counts[identifier] = try record.flatMap { try JSON(parsing: $0)["count"]?.int }
        }
        return counts
    }

    /// Its required contents: the writes in the order of the log, and the imports at their positions.
    func expected(_ index: String) -> [String: Int] {
        var indexes: [String: [String: Int]] = [:]
        invalid = []
        for sequence in 0...UInt64(log.count) {
            if sequence > 0 { carryOut(log[Int(sequence) - 1], sequence, &indexes) }
            for plan in imports where plan.position == sequence {
                indexes[plan.index] =
                    plan.isAppend
                    ? (indexes[plan.index] ?? [:]).merging(plan.records) { $1 } : plan.records
            }
        }
        return indexes[index] ?? [:]
    }

    private func carryOut(
        _ write: (event: Event, index: String, operation: AlgoliaWrite),
        _ sequence: UInt64,
        _ indexes: inout [String: [String: Int]]
    ) {
        let index = write.index
        switch write.operation {
        case .put(let record):
            guard let identifier = record["objectID"]?.string else {
                invalid.append(sequence)
                return
            }
            indexes[index, default: [:]][identifier] = 100
        case .update(let identifier, _, _): indexes[index, default: [:]][identifier, default: 0] += 1
        case .delete(let identifier): indexes[index, default: [:]][identifier] = nil
        case .clear: indexes[index] = [:]
        case .deleteIndex: indexes[index] = nil
        case .copy(let destination, _), .move(let destination):
            guard let records = indexes[index] else {
                invalid.append(sequence)
                return
            }
            indexes[destination] = records
            if case .move = write.operation { indexes[index] = nil }
        default: break
        }
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Wire

/// Makes segments of many records on all processors, in bounded memory.
///
/// Who adds records hands them over in batches; workers build from them, and write a run when it is as large as memory allows. At
/// the end all runs become one segment. It belongs to the thread that adds.
final class SegmentPipeline {
    struct Item: Sendable {
        let identifier: String
        let text: [UInt8]
        let place: UInt32
    }

    private static let mostWaiting = 4
    /// How many bytes of records a batch has, about.
    private let batchSize: Int
    /// How many bytes a worker gathers before it writes a run.
    private let runSize: Int

    private let plan: IndexingPlan
    private let compression: RecordCompression
    private let dictionary: String?
    private let folder: IndexFolder
    private let newFile: () -> String
    private let shared = Shared()
    private var batch: [Item] = []
    private var batchBytes = 0
    private var workerCount = 0
    private let ended = DispatchSemaphore(value: 0)

    /// What the workers and who adds share.
    private final class Shared: Sendable {
        struct State {
            var waiting: [[Item]] = []
            var isClosed = false
            var runs: [String] = []
            var files: [String] = []
            var failure: (any Error)?
        }

        let state = Mutex(State())
        let work = DispatchSemaphore(value: 0)
        let room = DispatchSemaphore(value: SegmentPipeline.mostWaiting)
    }

    /// Starts without records.
    ///
    /// Files get names by the closure, which gives each time one that no file of the index has.
    init(
        plan: IndexingPlan,
        compression: RecordCompression,
        dictionary: String?,
        folder: IndexFolder,
        newFile: @escaping () -> String
    ) {
        (self.plan, self.compression, self.dictionary) = (plan, compression, dictionary)
        (self.folder, self.newFile) = (folder, newFile)
        runSize = min(40 << 20, folder.environment.maxSegmentBytes / 4)
        batchSize = min(1 << 20, runSize / 4)
    }

    /// Adds a record.
    func add(_ item: Item) throws {
        batch.append(item)
        batchBytes += item.text.count + 128
        if batchBytes >= batchSize { try handOver() }
    }

    private func handOver() throws {
        if workerCount == 0 { startWorkers() }
        shared.room.wait()
        let failure = shared.state.withLock { state in
            state.waiting.append(batch)
            return state.failure
        }
        shared.work.signal()
        (batch, batchBytes) = ([], 0)
        if let failure { throw failure }
    }

    private func startWorkers() {
        workerCount = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))
        // Names are given out here, so that workers need none but these.
        let (shared, plan, compression, dictionary, folder) = (shared, plan, compression, dictionary, folder)
        let runSize = runSize
        let ended = ended
        for worker in 0..<workerCount {
            let prefix = newFile()
            let thread = Thread {
                SegmentPipeline.work(shared, plan, compression, dictionary, folder, "\(prefix)-\(worker)", runSize)
                ended.signal()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
    }

    private static func work(
        _ shared: Shared,
        _ plan: IndexingPlan,
        _ compression: RecordCompression,
        _ dictionary: String?,
        _ folder: IndexFolder,
        _ prefix: String,
        _ runSize: Int
    ) {
        var builder = SegmentBuilder(plan: plan, compression: compression)
        var runCount = 0
        func flush() throws {
            guard builder.count > 0 else { return }
            let file = "\(prefix)-\(runCount)"
            runCount += 1
            _ = try SegmentAssembler(
                source: builder.finish(),
                plan: plan,
                file: SegmentFileWriter(file, in: folder),
                dictionary: dictionary,
                isRun: true
            ).write()
            shared.state.withLock { $0.runs.append(file) }
            builder = SegmentBuilder(plan: plan, compression: compression)
        }
        while true {
            shared.work.wait()
            let items = shared.state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            guard let items else { break }
            shared.room.signal()
            do {
                guard shared.state.withLock({ $0.failure == nil }) else { continue }
                for item in items {
                    try item.text.withUnsafeBufferPointer {
                        try builder.add(identifier: item.identifier, text: $0, place: item.place)
                    }
                }
                if builder.byteCount > runSize { try flush() }
            } catch {
                shared.state.withLock { $0.failure = $0.failure ?? error }
            }
        }
        do { try flush() } catch { shared.state.withLock { $0.failure = $0.failure ?? error } }
    }

    /// Writes the records as segments, as few as their limit allows.
    func finish() throws -> [Manifest.Part] {
        guard workerCount > 0 else { return try writeAlone() }
        if !batch.isEmpty { try handOver() }
        stopWorkers()
        let (runs, failure) = shared.state.withLock { ($0.runs, $0.failure) }
        if let failure { throw failure }
        let inputs = try runs.map { SegmentMerge.Input(segment: try Segment($0, in: folder), deleted: nil) }
        defer { for run in runs { folder.disk.remove(folder.file(run)) } }
        let sizes = inputs.map(\.segment.file.byteCount)
        return try SegmentLimit.groups(sizes, limit: folder.environment.maxSegmentBytes).map { group in
            try write(SegmentMerge(Array(inputs[group]), plan: plan))
        }
    }

    /// Ends the workers without making a segment; what they wrote is not part of the index.
    func cancel() {
        shared.state.withLock { $0.failure = $0.failure ?? CancellationError() }
        stopWorkers()
        for run in shared.state.withLock({ $0.runs }) { folder.disk.remove(folder.file(run)) }
    }

    private func stopWorkers() {
        for _ in 0..<workerCount { shared.work.signal() }
        for _ in 0..<workerCount { ended.wait() }
        workerCount = 0
    }

    private func writeAlone() throws -> [Manifest.Part] {
        guard !batch.isEmpty else { return [] }
        let builder = SegmentBuilder(plan: plan, compression: compression)
        for item in batch {
            try item.text.withUnsafeBufferPointer {
                try builder.add(identifier: item.identifier, text: $0, place: item.place)
            }
        }
        batch = []
        return [try write(builder.finish())]
    }

    private func write(_ source: some SegmentSource) throws -> Manifest.Part {
        let file = newFile()
        let writer = try SegmentFileWriter(file, in: folder)
        let bytes = try SegmentAssembler(source: source, plan: plan, file: writer, dictionary: dictionary).write()
        return Manifest.Part(file, rows: source.rowCount, bytes: bytes, dictionary: dictionary)
    }
}

// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import SearchIndex
import Wire

/// Applies the writes that an index gets while an import prepares its next version to that version too.
///
/// The import takes effect before them: it replaces the records that the index had when the import began, and the writes since
/// then are applied to what it brings, in the order of the log. So nothing that was acknowledged is lost when the version is
/// published. It belongs to one thread.
public struct ImportCatchUp {
    /// Returns the next writes of the log after a sequence number; `nil` where there is no log.
    public typealias Reader = (SequenceNumber) throws -> ReplayPage?

    private let staged: StagedIndex
    private let target: IndexDirectory
    private let read: Reader
    /// The write up to which the prepared version has all; `nil` where there is no log.
    public private(set) var position: IndexStamp?
    /// The errors of writes that could not be applied to the new version, a line each.
    public private(set) var warnings: [String] = []

    /// - Parameters:
    ///   - staged: The prepared version.
    ///   - target: Where the index is.
    ///   - position: The write up to which the prepared version has all; `nil` where there is no log.
    ///   - read: Reads the log.
    public init(_ staged: StagedIndex, of target: IndexDirectory, from position: IndexStamp?, read: @escaping Reader) {
        (self.staged, self.target, self.position, self.read) = (staged, target, position, read)
    }

    /// Applies the writes that the index has got since.
    ///
    /// Called with the lock of the index, before the version is published.
    ///
    /// - Parameter applied: The write up to which the indexer has applied all of the log; `nil` where there is no log.
    /// - Throws: `SearchBusError` with `busy` where the import must be made again: a write has deleted or replaced the index, or
    ///   the log is another one or does not reach back. `storageFull`, `storageFailed`, `logCorrupt`.
    public mutating func run(applied: IndexStamp?) throws {
        let isThere = target.exists(staged.name)
        guard isThere || !staged.replacesIndex else { throw outdated("a write has deleted or moved the index") }
        let own = isThere ? try target.summary(of: staged.name).stamp : nil
        // The index may have got writes that the cursor has not passed.
        guard let end = applied.map({ $0.orLater(own) }) ?? own else { return }
        guard position == nil || position?.epoch == end.epoch else { throw outdated("the log is another one now") }
        var place = SequenceNumber(rawValue: position?.sequence ?? 0)
        let last = SequenceNumber(rawValue: end.sequence)
        while place < last {
            guard let page = try read(place), page.epoch == end.epoch else {
                throw outdated("the log is another one now")
            }
            guard page.trimmed == nil, page.through > place else {
                throw outdated("the log no longer has the writes since it began")
            }
            try apply(
                try page.events.filter { try $0.sequence <= last && concerns($0) },
                upTo: own.map { $0.epoch == end.epoch ? $0.sequence : 0 } ?? 0
            )
            place = min(page.through, last)
        }
        position = end
    }

    /// Whether a write changes the index.
    ///
    /// - Throws: `SearchBusError` with `busy` for one that has deleted or replaced it.
    private func concerns(_ event: Event) throws -> Bool {
        let name = event.topic.component
        let isOwn = name == staged.name
        guard isOwn || event.typeSuffix == "transfer" else {
            return !target.exists(name) && staged.directory.index(ofReplica: name) == staged.name
        }
        let operations = (try? IndexTarget.Write(event).operations) ?? []
        for operation in operations {
            switch operation {
            case .deleteIndex, .move:
                guard !isOwn else { throw outdated("a write has deleted or moved the index") }
            default: break
            }
            guard operation.arrival?.destination != staged.name else {
                throw outdated("a write has replaced it with a copy of another index")
            }
        }
        return isOwn && event.typeSuffix != "transfer"
    }

    private mutating func apply(_ events: [Event], upTo last: UInt64) throws {
        // What the index does not have failed, or changed nothing.
        var rest = events.filter { $0.sequence.rawValue <= last }[...]
        while let first = rest.first {
            let turn = rest.prefix(WriteQueue.turnLimit).prefix { $0.topic == first.topic }
            rest = rest.dropFirst(turn.count)
            do { try apply(turn) } catch let error as SearchBusError where error.code.isTransient {
                throw error
            } catch {
                for event in turn { try applyAlone(event) }
            }
        }
    }

    private mutating func applyAlone(_ event: Event) throws {
        do { try apply([event]) } catch let error as SearchBusError where error.code.isTransient {
            throw error
        } catch {
            let reason = (error as? SearchBusError)?.message ?? (error as? AlgoliaError)?.message ?? "\(error)"
            warnings.append("write \(event.sequence) cannot be applied to the imported index: \(reason)")
        }
    }

    private func apply(_ turn: ArraySlice<Event>) throws {
        guard let index = turn.first?.topic.component else { return }
        _ = try IndexTarget(directory: staged.directory).apply(turn.map { try IndexTarget.Write($0) }, to: index)
    }

    private func outdated(_ reason: String) -> SearchBusError {
        SearchBusError(
            .busy,
            "Index `\(staged.name)` was not imported: while the import read its records, \(reason).",
            remedy: "Import it again; the index is as those writes have left it."
        )
    }
}

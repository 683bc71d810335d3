// SPDX-License-Identifier: MIT

import Bus
import Foundation
import NATS
import Runtime
import Wire

/// The files that the machines of a cluster share, in a stream of NATS JetStream.
///
/// A file is put there in pieces, and its manifest last: what was broken off is never read. All calls wait for the servers,
/// each for at most half a minute for a piece, and may be made on any thread.
public struct FileStream: Sendable {
    private static let description = "SearchBus files 1"
    /// How long the servers may take over one message, in milliseconds; how long it is tried, and how soon again, in microseconds.
    private static let patience: Int64 = 2000
    private static let longestWait: Duration = .seconds(30)
    private static let pause: UInt32 = 100_000
    /// The maximum number of listed files.
    private static let mostFiles = 100_000
    private static let manifest = "manifest"
    /// In seconds: until when a machine that finds no stream makes one, and how long it waits for another's to be seen.
    private static let longestTurn = 3.0
    private static let settling = 1.0

    let connection: NATSConnection
    let settings: JetStreamSettings
    private var requests: StreamRequests { StreamRequests(connection: connection) }
    /// What the stream is called.
    public var stream: String { "SEARCHBUSFILES_\(settings.app)" }
    private var root: String { "searchbus.\(settings.app).files" }

    public init(_ settings: JetStreamSettings, on connection: NATSConnection) {
        (self.settings, self.connection) = (settings, connection)
    }

    /// Makes the stream where there is none.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`, or `journal-unreadable` for a stream that is not ours.
    public func prepare() throws {
        let configuration: JSON = [
            "name": .string(stream), "subjects": [.string("\(root).>")], "retention": "limits", "storage": "file",
            "discard": "old", "max_msgs": -1, "max_msgs_per_subject": 1, "max_bytes": -1, "max_age": 0,
            "max_consumers": -1, "num_replicas": JSON(settings.replicas), "allow_direct": true,
            "description": .string(Self.description),
        ]
        if try !exists() {
            if settings.replicas > 1 {
                // Servers before 2.10 that are asked twice at once make two streams of one name, of which one is lost.
                Thread.sleep(forTimeInterval: Double.random(in: 0...Self.longestTurn))
            }
            let answer: StreamRequests.Answer =
                try exists() ? .done(.null) : try requests.ask("STREAM.CREATE.\(stream)", configuration)
            if case .refused(let code, let words) = answer, code != StreamRequests.nameInUse {
                throw SearchBusError(
                    .journalUnavailable,
                    "The servers do not make the stream \(stream): \(words) (\(code))."
                )
            }
            if settings.replicas > 1 { Thread.sleep(forTimeInterval: Self.settling) }
        }
        let made = try requests.insist("STREAM.INFO.\(stream)")["config"]
        guard made?["description"]?.string == Self.description, made?["allow_direct"]?.bool == true,
            made?["subjects"] == configuration["subjects"], made?["max_msgs_per_subject"]?.int == 1
        else {
            throw SearchBusError(
                .journalUnreadable,
                "The stream \(stream) does not hold files of SearchBus.",
                remedy: "Rename the app, or let SearchBus create the stream."
            )
        }
    }

    /// Whether the stream is there: where no file was ever put, it need not be.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func exists() throws -> Bool {
        switch try requests.ask("STREAM.INFO.\(stream)") {
        case .done: return true
        case .refused(StreamRequests.unknownStream, _): return false
        case .refused(let code, let words):
            throw SearchBusError(.journalUnavailable, "The servers do not report \(stream): \(words) (\(code)).")
        }
    }

    /// What people are to know of files that fewer servers keep than the app wants; `nil` where as many do, or there are none.
    ///
    /// - Parameter milliseconds: How long the answer is waited for.
    /// - Returns: A sentence with the command.
    /// - Throws: `NATSError` without a response; `SearchBusError` with `journal-unavailable` without a leader.
    func replicaAdvice(milliseconds: Int64) throws -> String? {
        switch try requests.ask("STREAM.INFO.\(stream)", milliseconds: milliseconds) {
        case .refused(StreamRequests.unknownStream, _): return nil
        case .refused(let code, let words):
            throw SearchBusError(.journalUnavailable, "The servers do not report \(stream): \(words) (\(code)).")
        case .done(let json):
            guard let kept = json["config"]?["num_replicas"]?.int, kept < settings.replicas else { return nil }
            return """
                The stream \(stream) is stored on \(kept) of the log's servers, and the app requires \(settings.replicas): run \
                `nats stream edit \(stream) --replicas \(settings.replicas)`.
                """
        }
    }

    /// The number of what was put there last: while it is the same, there is nothing new.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func lastNumber() throws -> UInt64 {
        UInt64(max(try requests.insist("STREAM.INFO.\(stream)")["state"]?["last_seq"]?.int ?? 0, 0))
    }

    // MARK: Putting

    /// Puts a file there.
    ///
    /// - Parameters:
    ///   - path: The file, which does not change meanwhile.
    ///   - key: Its unused name.
    ///   - facts: What there is to say of it.
    ///   - removesRest: Whether the pieces of an aborted upload are removed at once, since it is not continued.
    ///   - onPiece: Is called after each piece; where it throws, the rest is left.
    /// - Returns: What it says of itself.
    /// - Throws: `SearchBusError` with `journal-unavailable`, `too-large`, `storage-failed`; and what `onPiece` throws. What was
    ///   put there is then never read, and whatever is left of it goes with what `brokenOff` finds.
    @discardableResult
    public func put(
        _ path: String,
        as key: FileKey,
        facts: JSONObject,
        removesRest: Bool = false,
        onPiece: (_ bytes: Int) throws -> Void = { _ in }
    ) throws -> FileManifest {
        let file = try Descriptor(path, O_RDONLY | O_NOFOLLOW)
        let size = try file.size()
        guard size <= FileManifest.largest else {
            throw SearchBusError(.tooLarge, "\(path) has \(size >> 30) GiB, more than a file of the cluster may have.")
        }
        var (place, checksum) = (0, FileChecksum())
        do {
            while place < size {
                let bytes = try file.read(min(FileManifest.pieceSize, size - place), at: place)
                guard !bytes.isEmpty else { throw SearchBusError(.storageFailed, "\(path) has become shorter.") }
                checksum.add(bytes)
                try store(Piece.pack(bytes), of: key, as: "\(place / FileManifest.pieceSize)")
                place += bytes.count
                try onPiece(place)
            }
        } catch {
            if removesRest { try? remove(key) }
            throw error
        }
        // Without a response for the manifest, it may still be stored: its pieces stay.
        let manifest = FileManifest.bytes(size: size, checksum: checksum.text, facts: facts)
        let number = try store(manifest, of: key, as: Self.manifest)
        return FileManifest(key: key, size: size, checksum: checksum.text, facts: facts, number: number)
    }

    /// Puts a file there of which there is no more to read than what is said of it.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    @discardableResult
    public func put(_ facts: JSONObject, as key: FileKey) throws -> FileManifest {
        let checksum = FileChecksum().text
        let manifest = FileManifest.bytes(size: 0, checksum: checksum, facts: facts)
        let number = try store(manifest, of: key, as: Self.manifest)
        return FileManifest(key: key, size: 0, checksum: checksum, facts: facts, number: number)
    }

    /// Stores a message, and tries it for as long as servers may take to agree on who leads them.
    @discardableResult
    private func store(_ payload: [UInt8], of key: FileKey, as name: String) throws -> UInt64 {
        let subject = "\(root).\(key.subject).\(name)"
        var reason = ""
        let end = ContinuousClock.now + Self.longestWait
        repeat {
            do {
                let headers = [("Nats-Expected-Stream", stream)]
                let answer = try requests.store(payload, on: subject, headers: headers, milliseconds: Self.patience)
                switch answer {
                case .done(let json): if let number = json["seq"]?.int, number > 0 { return UInt64(number) }
                case .refused(let code, let words): reason = "\(words) (\(code))"
                }
            } catch let error as NATSError {
                reason = "\(error)"
            }
            usleep(Self.pause)
        } while ContinuousClock.now < end
        throw SearchBusError(.journalUnavailable, "The log's servers do not accept a file: \(reason).")
    }

    // MARK: Reading

    /// The files that were put there whole, the oldest first.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func list(_ kind: FileKey.Kind, name: String = "*") throws -> [FileManifest] {
        var files: [FileManifest] = []
        var next: UInt64 = 1
        while files.count < Self.mostFiles {
            let question: JSON = [
                "seq": JSON(Int(next)), "next_by_subj": .string("\(root).\(kind.rawValue).\(name).*.\(Self.manifest)"),
            ]
            guard let (manifest, number) = try read(question) else { break }
            next = number + 1
            // One that this version does not know is as good as none.
            if let manifest { files.append(manifest) }
        }
        return files
    }

    /// What a file says of itself; `nil` where it was not put there, or not whole.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func manifest(of key: FileKey) throws -> FileManifest? {
        try read(["last_by_subj": .string("\(root).\(key.subject).\(Self.manifest)")])?.manifest
    }

    /// Asks the server that leads: one that follows may have for good what was never put there.
    private func read(_ question: JSON) throws -> (manifest: FileManifest?, number: UInt64)? {
        let answer: JSON
        switch try requests.ask("STREAM.MSG.GET.\(stream)", question) {
        case .refused(StreamRequests.unknownMessage, _): return nil
        case .refused(let code, let words):
            throw SearchBusError(.journalUnavailable, "The log's servers do not report files: \(words) (\(code)).")
        case .done(let json): answer = json["message"] ?? .null
        }
        guard let subject = answer["subject"]?.string, subject.hasPrefix("\(root)."), let number = answer["seq"]?.int,
            number > 0, let data = Data(base64Encoded: answer["data"]?.string ?? "")
        else { throw SearchBusError(.journalUnavailable, "The log's servers report an invalid file.") }
        let key = FileKey(parts: subject.dropFirst(root.utf8.count + 1).split(separator: "."))
        let manifest = key.flatMap { try? FileManifest(Array(data), of: $0, number: UInt64(number)) }
        return (manifest, UInt64(number))
    }

    private func message(_ question: JSON) throws -> NATSMessage? {
        do {
            return try requests.message(of: stream, question, milliseconds: Self.patience)
        } catch let error as NATSError {
            throw SearchBusError(.journalUnavailable, "The log's servers do not report files: \(error).")
        }
    }

    /// Fetches a file.
    ///
    /// - Parameters:
    ///   - manifest: The file's description.
    ///   - path: Its target, which must not be used before this returns; the rest of an earlier attempt is
    ///     continued.
    ///   - onPiece: Is called after each piece; where it throws, the rest is left.
    /// - Throws: `SearchBusError` with `journal-unavailable`, `journal-unreadable` for one that was changed or damaged,
    ///   `storage-full`, `storage-failed`; and what `onPiece` throws.
    public func fetch(
        _ manifest: FileManifest,
        to path: String,
        onPiece: (_ bytes: Int) throws -> Void = { _ in }
    ) throws {
        let file = try Descriptor(path, O_RDWR | O_CREAT | O_NOFOLLOW)
        var checksum = FileChecksum()
        // Only complete pieces are continued.
        var place = min(try file.size(), manifest.size) / FileManifest.pieceSize * FileManifest.pieceSize
        for start in stride(from: 0, to: place, by: FileManifest.pieceSize) {
            checksum.add(try file.read(FileManifest.pieceSize, at: start))
        }
        try file.cut(to: place)
        while place < manifest.size {
            let piece = try piece(place / FileManifest.pieceSize, of: manifest)
            try file.write(piece, at: place)
            checksum.add(piece)
            place += piece.count
            try onPiece(place)
        }
        guard checksum.text == manifest.checksum else {
            try file.cut(to: 0)
            throw damaged(manifest, "its checksum is another")
        }
        try file.synchronize()
    }

    private func piece(_ number: Int, of manifest: FileManifest) throws -> [UInt8] {
        let question: JSON = ["last_by_subj": .string("\(root).\(manifest.key.subject).\(number)")]
        let end = ContinuousClock.now + Self.longestWait
        repeat {
            if let message = try? message(question) {
                let bytes = Piece.unpack(message.payload, size: manifest.size(ofPiece: number))
                guard let bytes else { throw damaged(manifest, "piece \(number) cannot be read") }
                return bytes
            }
            // The server that responded may not have it yet, unless the file was deleted.
            guard try self.manifest(of: manifest.key) != nil else {
                throw SearchBusError(.journalUnavailable, "The file \(manifest.key.subject) has gone meanwhile.")
            }
            usleep(Self.pause)
        } while ContinuousClock.now < end
        throw damaged(manifest, "piece \(number) is missing")
    }

    private func damaged(_ manifest: FileManifest, _ reason: String) -> SearchBusError {
        SearchBusError(
            .journalUnreadable,
            "The file \(manifest.key.subject) of the cluster was changed or damaged: \(reason)."
        )
    }

    // MARK: Removing

    /// Takes a file away.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func remove(_ key: FileKey) throws {
        _ = try requests.insist("STREAM.PURGE.\(stream)", ["filter": .string("\(root).\(key.subject).>")])
    }

    /// Incomplete uploads of files.
    ///
    /// - Parameter isOld: Whether an upload has been abandoned, by the time of the first piece in RFC 3339.
    /// - Returns: Their names.
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func brokenOff(where isOld: (_ time: String) -> Bool) throws -> [FileKey] {
        let question: JSON = ["subjects_filter": .string("\(root).*.*.*.0")]
        let json = try requests.insist("STREAM.INFO.\(stream)", question)
        let subjects = (json["state"]?["subjects"]?.object?.members ?? []).map(\.key)
        return try subjects.compactMap { subject in
            guard let key = FileKey(parts: subject.dropFirst(root.utf8.count + 1).split(separator: ".")),
                try manifest(of: key) == nil,
                let time = try message(["last_by_subj": .string(subject)])?.header("Nats-Time-Stamp"), isOld(time)
            else { return nil }
            return key
        }
    }
}

// SPDX-License-Identifier: MIT

import Glibc

/// A view that came over an event stream.
public struct ViewArrival: Sendable, Hashable {
    public let widget: String
    /// Its sequence number on the log.
    public let sequence: UInt64
    /// The number of the key that it follows from; `nil` for one of no key of this run.
    public let key: Int?
    /// The text that it shows the results of; `nil` where it tells none among its first members.
    public let text: String?

    public init(widget: String, sequence: UInt64, key: Int?, text: String? = nil) {
        self.widget = widget
        self.sequence = sequence
        self.key = key
        self.text = text
    }
}

/// Finds the views in the bytes of an event stream, looking at no more of each than its first few hundred bytes.
///
/// The lengths that the connection puts between chunks are on separate lines, which are skipped like every line
/// that is not needed.
public struct StreamScanner: Sendable {
    /// How much of a line is looked at: a view's attributes come before its data, whose first members are the phase and the
    /// text.
    private static let window = 1024
    private static let data = Array("\"data\":{".utf8)
    private static let query = Array("\"query\":\"".utf8)

    private let run: [UInt8]
    private var line: [UInt8] = []
    private var sequence: UInt64 = 0

    /// Makes a scanner.
    ///
    /// - Parameter run: What the ids of this run's keys begin with, before `-SESSION-KEY`.
    public init(run: String) {
        self.run = Array("\"correlationid\":\"\(run)-".utf8)
        line.reserveCapacity(Self.window)
    }

    /// Takes bytes as they come; calls for each view that they complete.
    public mutating func take(_ bytes: UnsafeRawBufferPointer, onView: (ViewArrival) -> Void) {
        guard let base = bytes.baseAddress else { return }
        var start = 0
        while start < bytes.count {
            let end = memchr(base + start, 0x0A, bytes.count - start).map {
                $0 - UnsafeMutableRawPointer(mutating: base)
            }
            let piece = bytes[start..<(end ?? bytes.count)]
            line.append(contentsOf: piece.prefix(Self.window - line.count))
            guard let end else { return }
            if let view = view() { onView(view) }
            line.removeAll(keepingCapacity: true)
            start = end + 1
        }
    }

    /// What the line tells, if it is the last of a view.
    private mutating func view() -> ViewArrival? {
        if line.starts(with: "id: ".utf8) {
            sequence = line.suffix(20).reduce(0) { $0 &* 10 &+ UInt64($1 &- 0x30) }
            return nil
        }
        let opening = Array(#"data: {"topic":"view/"#.utf8)
        guard line.starts(with: opening) else { return nil }
        let widget = line[opening.count...].prefix { $0 != UInt8(ascii: "/") }
        return ViewArrival(
            widget: String(decoding: widget, as: UTF8.self),
            sequence: sequence,
            key: key(),
            text: text()
        )
    }

    /// The text in the data; only plain letters are typed, so nothing in it is escaped.
    private func text() -> String? {
        guard let data = find(Self.data, in: line[...]), let place = find(Self.query, in: line[data...]) else {
            return nil
        }
        let text = line[place...].prefix { $0 != UInt8(ascii: "\"") }
        return text.endIndex < line.endIndex ? String(decoding: text, as: UTF8.self) : nil
    }

    /// The number at the end of the id of the key that started the chain.
    private func key() -> Int? {
        guard let place = find(run, in: line[...]) else { return nil }
        let id = line[place...].prefix { $0 != UInt8(ascii: "\"") }
        guard let dash = id.lastIndex(of: UInt8(ascii: "-")) else { return nil }
        return Int(String(decoding: id[(dash + 1)...], as: UTF8.self))
    }

    /// The place after the first appearance of some bytes.
    private func find(_ wanted: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard text.count >= wanted.count else { return nil }
        for start in text.startIndex...(text.endIndex - wanted.count) where text[start] == wanted[0] {
            if text[start..<(start + wanted.count)].elementsEqual(wanted) { return start + wanted.count }
        }
        return nil
    }
}

// SPDX-License-Identifier: MIT

/// An open session, as stored in the file and in memory while it is idle: some hundred bytes.
///
/// It begins with when something happened last and whether a search may still count, which are read without the rest. Names of
/// searchers stand once, times as what lies between them and the last one, identifiers as digests. Data
/// that only the latest search needs is omitted for the earlier ones.
public struct SessionRecord: Sendable, Hashable {
    let bytes: [UInt8]
    /// When something happened last.
    let touched: Int64
    /// Whether something may have been searched for that is not counted yet.
    let isUndecided: Bool

    /// Takes bytes of a file; `nil` for those that do not begin as a record does.
    init?(bytes: [UInt8]) {
        var reader = RecordReader(bytes)
        guard let head = try? Self.head(&reader) else { return nil }
        self.bytes = bytes
        (touched, isUndecided) = head
    }

    /// Writes a session.
    init(_ session: OpenSession) {
        var writer = RecordWriter()
        let names = session.searcherNames
        let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        writer.write(signed: session.touched)
        writer.write(session.isUndecided ? 1 : 0)
        writer.write(signed: session.touched / EventTime.hour &- session.hour)
        writer.write(signed: session.touched / EventTime.day &- session.day)
        writer.write(count: names.count)
        for name in names { writer.write(name) }
        writer.write(count: session.asked.count)
        for asked in session.asked {
            writer.write(digest: asked.id)
            writer.write(signed: session.touched &- asked.at)
        }
        for searches in [session.current, session.recent] {
            writer.write(count: searches.count)
            for search in searches { search.write(to: &writer, session.touched, places) }
        }
        bytes = writer.bytes
        touched = session.touched
        isUndecided = session.isUndecided
    }

    var session: OpenSession? { try? decoded() }

    private static func head(_ reader: inout RecordReader) throws(RecordReader.Invalid) -> (Int64, Bool) {
        (try reader.signed(), try reader.number() != 0)
    }

    private func decoded() throws(RecordReader.Invalid) -> OpenSession {
        var reader = RecordReader(bytes)
        let (touched, _) = try Self.head(&reader)
        var session = OpenSession(touched: touched)
        session.hour = touched / EventTime.hour &- (try reader.signed())
        session.day = touched / EventTime.day &- (try reader.signed())
        let names = try reader.list { reader throws(RecordReader.Invalid) in try reader.text() }
        session.asked = try reader.list { reader throws(RecordReader.Invalid) in
            OpenSession.Asked(id: try reader.digest(), at: touched &- (try reader.signed()))
        }
        session.current = try reader.list { reader throws(RecordReader.Invalid) in
            try OpenSession.Search(from: &reader, touched, names)
        }
        session.recent = try reader.list { reader throws(RecordReader.Invalid) in
            try OpenSession.Search(from: &reader, touched, names)
        }
        guard reader.isAtEnd else { throw RecordReader.Invalid() }
        return session
    }
}

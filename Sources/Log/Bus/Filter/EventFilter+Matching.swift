// SPDX-License-Identifier: MIT

import Wire

extension EventFilter {
    /// A stored event as a filter sees it; valid only while its bytes are.
    public struct Subject {
        let topic: String
        let body: UnsafeBufferPointer<UInt8>
        let storedAt: Timestamp

        public init(topic: String, body: UnsafeRawBufferPointer, storedAt: Timestamp) {
            self.topic = topic
            self.body = body.bindMemory(to: UInt8.self)
            self.storedAt = storedAt
        }

        /// A part of the topic; empty where it has none.
        func part(_ index: Int) -> Substring {
            let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
            return index < parts.count ? parts[index] : ""
        }

        /// The attributes; `nil` where they cannot be read.
        var attributes: Event.Attributes? {
            Event.Attributes(plain: body) ?? (try? Event.Attributes(parsing: Array(body)))
        }

        /// Whether a text, or what is before the asterisk at its end, can be among the attributes; one with escapes in JSON always can.
        func mayContain(_ text: String) -> Bool {
            let bytes = Array((text.hasSuffix("*") ? text.dropLast() : text[...]).utf8)
            let isPlain = bytes.allSatisfy {
                $0 >= 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
            return !isPlain || bytes.isEmpty || BytePattern.find(bytes, in: body)
        }

        func text(_ value: Event.Attributes.Value) -> String {
            switch value {
            case .absent: ""
            case .part(let range): String(decoding: UnsafeBufferPointer(rebasing: body[range]), as: UTF8.self)
            case .text(let text): text
            }
        }
    }

    /// What caused an event, and when the event happened: what is needed to find the time since its cause.
    public struct Cause {
        public let id: String
        public let time: Timestamp
    }

    /// The cause of an event; `nil` for one without a cause.
    public static func cause(of body: UnsafeRawBufferPointer) -> Cause? {
        let subject = Subject(topic: "", body: body, storedAt: Timestamp(microseconds: 0))
        guard let attributes = subject.attributes, attributes.causationID != .absent,
            let time = Timestamp(parsing: subject.text(attributes.time))
        else { return nil }
        return Cause(id: subject.text(attributes.causationID), time: time)
    }

    /// The time of an event with this ID; `nil` for an event with another ID.
    public static func time(of body: UnsafeRawBufferPointer, ifItsID id: String) -> Timestamp? {
        let subject = Subject(topic: "", body: body, storedAt: Timestamp(microseconds: 0))
        guard let attributes = subject.attributes, subject.text(attributes.id) == id else { return nil }
        return Timestamp(parsing: subject.text(attributes.time))
    }

    /// Whether an event passes.
    ///
    /// - Parameters:
    ///   - subject: The event.
    ///   - span: Returns the microseconds since the event's cause; called only where a term needs them.
    /// - Returns: `true` if every term holds.
    public func matches(_ subject: Subject, span: () throws -> Int64) rethrows -> Bool {
        for term in terms where try term.holds(subject, span: span) == term.isNot { return false }
        return true
    }
}

extension FilterTerm {
    func holds(_ subject: EventFilter.Subject, span: () throws -> Int64) rethrows -> Bool {
        switch test {
        case .field(let field, let pattern): holds(field, pattern, subject)
        case .since(let moment): subject.storedAt.microseconds >= moment.microseconds
        case .until(let moment): subject.storedAt.microseconds < moment.microseconds
        case .size(let isAbove, let bytes):
            isAbove ? Double(subject.body.count) > bytes : Double(subject.body.count) < bytes
        case .span(let isAbove, let time): isAbove ? Double(try span()) > time : Double(try span()) < time
        case .query(let pattern): pattern.isIn(queryOf: subject)
        case .text(let pattern): pattern.isIn(subject.body) || pattern.isIn(subject.topic)
        }
    }

    private func holds(_ field: Field, _ pattern: Pattern, _ subject: EventFilter.Subject) -> Bool {
        switch field {
        case .kind: return pattern.matches(subject.part(0).lowercased())
        case .component: return pattern.matches(subject.part(1).lowercased())
        case .session: return pattern.matches(subject.part(2).lowercased())
        case .type, .process, .id, .correlation: break
        case .query, .since, .until: return true
        }
        // An ID is in the bytes as it is: most events need not be read further.
        if field == .id || field == .correlation, !pattern.texts.contains(where: subject.mayContain) { return false }
        guard let attributes = subject.attributes else { return false }
        switch field {
        case .type: return pattern.matches(Self.short(subject.text(attributes.type)).lowercased())
        case .process:
            let source = subject.text(attributes.source).lowercased()
            return pattern.matches(source.hasPrefix("/") ? String(source.dropFirst()) : source)
        case .id: return pattern.matches(subject.text(attributes.id))
        default:
            return pattern.matches(subject.text(attributes.correlationID))
                || pattern.matches(subject.text(attributes.id))
        }
    }

    /// The type without its first two parts; the whole type where it has two or fewer.
    private static func short(_ type: String) -> String {
        let parts = type.split(separator: ".", omittingEmptySubsequences: false).dropFirst(2)
        return parts.isEmpty ? type : parts.joined(separator: ".")
    }
}

extension FilterTerm.Pattern {
    func matches(_ other: String) -> Bool {
        texts.contains { !isQuoted && $0.hasSuffix("*") ? other.hasPrefix($0.dropLast()) : other == $0 }
    }
}

extension BytePattern {
    /// Whether the search text in an event's data contains this one.
    fileprivate func isIn(queryOf subject: EventFilter.Subject) -> Bool {
        // Data may be large: only what can contain the text is read as JSON.
        guard isIn(subject.body), let attributes = subject.attributes,
            attributes.dataStart < subject.body.count - 1,
            let data = try? JSON(parsing: Array(subject.body[attributes.dataStart..<(subject.body.count - 1)])),
            let query = data["query"]?.string
        else { return false }
        return isIn(query)
    }

    fileprivate func isIn(_ text: String) -> Bool {
        var text = JSON.string(text).text
        return text.withUTF8 { isIn(UnsafeBufferPointer(rebasing: $0.dropFirst().dropLast())) }
    }
}

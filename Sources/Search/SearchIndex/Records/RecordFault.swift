// SPDX-License-Identifier: MIT

import Wire

/// What is wrong with one record; the ones after it can still be read.
struct RecordFault: Error, Hashable {
    /// What is wrong, in a sentence without its full stop.
    let message: String
    /// The byte of the record's text that is wrong, where there is one.
    let offset: Int?
    /// What a person can do about it, where that is more than to correct the record.
    let remedy: String?

    init(_ message: String, at offset: Int? = nil, remedy: String? = nil) {
        self.message = message
        self.offset = offset
        self.remedy = remedy
    }

    static var tooLong: RecordFault { RecordFault("The record is longer than \(Record.largest >> 10) KiB") }

    /// Where the text of a record stands.
    enum Place {
        /// Nowhere: the text is all there is.
        case alone
        /// In a line of a file, behind so many of its bytes.
        case line(Int, column: Int)
        /// In no file: it was made of a row.
        case made
    }

    /// The whole in words: what is wrong, at which byte, and in which attribute.
    func sentence(in text: some RandomAccessCollection<UInt8>, at place: Place = .alone) -> String {
        guard let offset else { return message + "." }
        let before = text.prefix(offset)
        var sentence = message
        switch place {
        case .alone: sentence += " at byte \(before.count + 1)"
        case .line(let line, let column):
            if let end = before.lastIndex(of: 0x0A) {
                let breaks = before.count { $0 == 0x0A }
                sentence += " at byte \(before.distance(from: end, to: before.endIndex)) of line \(line + breaks)"
            } else {
                sentence += " at byte \(before.count + column + 1) of the line"
            }
        case .made: break
        }
        if let attribute = RecordFault.attribute(at: before) { sentence += ", in `\(attribute)`" }
        return sentence + "."
    }

    /// The whole as an error.
    func error(
        in text: some RandomAccessCollection<UInt8>,
        at place: Place = .alone,
        origin: String? = nil
    ) -> SearchBusError {
        let sentence = sentence(in: text, at: place)
        return SearchBusError(.invalidRecord, origin.map { "\($0): \(sentence)" } ?? sentence, remedy: remedy)
    }

    /// The attribute whose value ends with the text, unfinished; `nil` if every value is complete.
    private static func attribute(at text: some Collection<UInt8>) -> String? {
        var names: [String?] = []
        var current: [UInt8] = []
        var (isInString, isEscaped) = (false, false)
        for byte in text {
            if isInString {
                if !isEscaped, byte == UInt8(ascii: "\"") {
                    isInString = false
                } else {
                    current.append(byte)
                    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInString = true
                current = []
            case UInt8(ascii: "{"), UInt8(ascii: "["): names.append(nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = names.popLast()
            case UInt8(ascii: ":"): if let last = names.indices.last { names[last] = unescaped(current) }
            case UInt8(ascii: ","): if let last = names.indices.last { names[last] = nil }
            default: break
            }
        }
        let path = names.compactMap(\.self).joined(separator: ".")
        return path.isEmpty ? nil : String(path.prefix(200))
    }

    private static func unescaped(_ name: [UInt8]) -> String {
        name.withUnsafeBufferPointer { name in
            RecordCursor.withUnescaped(name) { String(decoding: $0, as: UTF8.self) }
        }
    }
}

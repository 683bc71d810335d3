// SPDX-License-Identifier: MIT

extension JSON {
    /// The value as compact JSON text in UTF-8.
    public var bytes: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(256)
        write(to: &output)
        return output
    }

    /// The value as compact JSON text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as JSON text with line breaks and two spaces of indentation, for people.
    public var prettyText: String {
        var output: [UInt8] = []
        writePretty(to: &output, indentation: 0)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the value as compact JSON text.
    public func write(to output: inout [UInt8]) {
        switch self {
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            object.writeMembers(to: &output)
            output.append(UInt8(ascii: "}"))
        case .text(let text):
            output.append(contentsOf: text.bytes)
        default:
            writeScalar(to: &output)
        }
    }

    private func writeScalar(to output: inout [UInt8]) {
        switch self {
        case .bool(true): output.append(contentsOf: "true".utf8)
        case .bool(false): output.append(contentsOf: "false".utf8)
        case .int(let value): output.append(contentsOf: String(value).utf8)
        case .double(let value): output.append(contentsOf: value.isFinite ? value.description.utf8 : "null".utf8)
        case .string(let value): JSON.writeString(value, to: &output)
        default: output.append(contentsOf: "null".utf8)
        }
    }

    /// Appends a string in quotes, with the escapes that RFC 8259 asks for and no others.
    public static func writeString(_ string: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { writeEscaped($0, to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    /// Appends UTF-8 text that is already escaped for a string.
    public static func writeEscaped(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var start = 0
        while true {
            let end = bytes.firstSpecial(from: start)
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
            guard end < bytes.count else { return }
            appendEscape(of: bytes[end], to: &output)
            start = end + 1
        }
    }

    private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case ..<0x20:
            let digits = String(byte, radix: 16)
            output.append(contentsOf: "u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
        default: output.append(byte)
        }
    }

    private func writePretty(to output: inout [UInt8], indentation: Int) {
        func newLine(_ depth: Int) {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
        }
        switch read {
        case .array(let elements) where !elements.isEmpty:
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                newLine(indentation + 1)
                element.writePretty(to: &output, indentation: indentation + 1)
            }
            newLine(indentation)
            output.append(UInt8(ascii: "]"))
        case .object(let object) where !object.isEmpty:
            output.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                newLine(indentation + 1)
                JSON.writeString(member.key, to: &output)
                output.append(contentsOf: ": ".utf8)
                member.value.writePretty(to: &output, indentation: indentation + 1)
            }
            newLine(indentation)
            output.append(UInt8(ascii: "}"))
        default:
            read.write(to: &output)
        }
    }
}

extension JSONObject {
    /// Appends the members separated by commas, without the braces, so that a caller can splice more of them in.
    public func writeMembers(to output: inout [UInt8]) {
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSON.writeString(member.key, to: &output)
            output.append(UInt8(ascii: ":"))
            member.value.write(to: &output)
        }
    }
}

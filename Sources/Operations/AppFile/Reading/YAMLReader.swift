// SPDX-License-Identifier: MIT

import Wire
import Yams

/// Reads YAML text into values with their places; the only part that knows about the YAML library.
struct YAMLReader {
    /// More than any app needs; it keeps a file with nested aliases from growing without end.
    private static let maximumNodes = 50_000
    private static let maximumDepth = 32

    private var nodes = 0

    /// Reads a text.
    ///
    /// - Throws: `AppFileProblem` for text that is not YAML, or is larger than makes sense.
    static func read(_ text: String) throws -> SourceNode {
        var reader = YAMLReader()
        do {
            guard let root = try Parser(yaml: text, encoding: .utf8).singleRoot() else {
                return SourceNode(position: .start, content: .scalar(.null))
            }
            return try reader.convert(root, depth: 0)
        } catch let error as YamlError {
            throw problem(error)
        }
    }

    private mutating func convert(_ node: Node, depth: Int) throws -> SourceNode {
        nodes += 1
        let position = position(of: node)
        guard nodes <= Self.maximumNodes, depth <= Self.maximumDepth else {
            throw AppFileProblem(
                line: position.line,
                message: "the file holds more than \(Self.maximumNodes) values, or nests them too deeply",
                remedy: "Write the app without nested aliases."
            )
        }
        switch node {
        case .scalar(let scalar):
            return SourceNode(position: position, content: .scalar(YAMLReader.value(of: scalar)))
        case .sequence(let sequence):
            return SourceNode(
                position: position,
                content: .list(try sequence.map { try convert($0, depth: depth + 1) })
            )
        case .mapping(let mapping):
            let members = try mapping.map { key, value in
                guard let name = key.scalar?.string else {
                    throw AppFileProblem(
                        line: self.position(of: key).line,
                        message: "the name of an entry is not a text",
                        remedy: "Write `name: value`."
                    )
                }
                return SourceNode.Member(
                    key: name,
                    keyPosition: self.position(of: key),
                    value: try convert(value, depth: depth + 1)
                )
            }
            return SourceNode(position: position, content: .mapping(members))
        case .alias:
            throw AppFileProblem(
                line: position.line,
                message: "an alias refers to nothing",
                remedy: "Write the value out."
            )
        }
    }

    private func position(of node: Node) -> SourceNode.Position {
        node.mark.map { SourceNode.Position(line: $0.line, column: $0.column) } ?? .start
    }

    /// The value of a scalar by the rules of YAML 1.2: `yes`, `no`, `on` and `off` are texts.
    private static func value(of scalar: Node.Scalar) -> JSON {
        guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
        switch scalar.string {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        case let text: return number(text) ?? .string(text)
        }
    }

    private static func number(_ text: String) -> JSON? {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard let first = digits.first,
            first == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { return nil }
        if let integer = Int64(text) { return .int(integer) }
        guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }), let number = Double(text), number.isFinite
        else { return nil }
        return .number(number)
    }

    private static func problem(_ error: YamlError) -> AppFileProblem {
        let remedy = "Correct the YAML; mind the indentation and the quotes."
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return AppFileProblem(line: mark.line, column: mark.column, message: "not YAML: \(problem)", remedy: remedy)
        case .duplicatedKeysInMapping(let duplicates, let context):
            return AppFileProblem(
                line: context.mark.line,
                column: context.mark.column,
                message: "named twice: \(duplicates.map { "`\($0)`" }.joined(separator: ", "))",
                remedy: "Keep one of them."
            )
        case .reader(let problem, _, _, _):
            return AppFileProblem(line: 1, message: "not YAML: \(problem)", remedy: "Save the file as UTF-8.")
        default:
            return AppFileProblem(line: 1, message: "not YAML: \(error)", remedy: remedy)
        }
    }
}

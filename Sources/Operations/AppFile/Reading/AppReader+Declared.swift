// SPDX-License-Identifier: MIT

import Wire

extension JSONRecord {
    /// The entries that an app file can have for the record.
    static var keys: [String] { fields.filter { !$0.isDerived }.map(\.name) }
}

/// What the declarations of an app's parts say of the file.
extension AppReader {
    /// Reads the entries that a record declares, but for some; reports what is of another kind.
    func read<Record: JSONRecord>(_ fields: Fields, into record: inout Record, except: Set<String> = []) {
        for field in Record.fields where !field.isDerived && !except.contains(field.name) {
            guard let node = fields.node(field.name) else { continue }
            do throws(SchemaProblem) {
                try field.readStrictly(&record, node.json)
            } catch {
                report(error, at: error.path, of: fields, summary: field.member.summary)
            }
        }
    }

    /// Reads a mapping that a record declares, and reports unknown entries.
    func read<Record: JSONRecord>(_ key: String, of fields: Fields, into record: inout Record) {
        guard let node = fields.node(key), let part = Fields(node, owner: "`\(key)`", problems: problems) else {
            return
        }
        part.refuseUnknown(known: Record.keys)
        read(part, into: &record)
    }

    /// Reports what is wrong with the value of an entry, at its position.
    func report(_ problem: SchemaProblem, at path: [String], of fields: Fields, summary: String) {
        let near = problem.word.flatMap { Spelling.closest(to: $0, among: problem.known) }
        problems.report(
            "`\(path.joined(separator: "."))` of \(fields.owner) \(problem.message)",
            at: path.first.flatMap(fields.node)?.nearest(Array(path.dropFirst())).position ?? fields.position,
            remedy: problem.remedy ?? near.map { "Did you mean `\($0)`?" } ?? summary
        )
    }

    /// Reports elements of a list that are in it already.
    func refuseRepetition(_ key: String, of section: String, _ values: [some Hashable], _ fields: Fields) {
        for (index, value) in values.enumerated() where values[..<index].contains(value) {
            problems.report(
                "`\(key)` of `\(section)` names `\(value)` twice",
                at: fields.node(section)?.nearest([key, "\(index)"]).position ?? fields.position,
                remedy: "Leave one out."
            )
        }
    }
}

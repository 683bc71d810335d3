// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import Wire

extension AppReader {
    func backend(_ entry: Entry) -> BackendConfiguration? {
        let fields = entry.fields
        // Who names a program need not say that it is one.
        let isOwn = fields.node("type") == nil && (fields.node("run") ?? fields.node("external")) != nil
        guard let type = isOwn ? BackendType.own.name : fields.requiredText("type") else { return nil }
        guard let known = BackendType(named: type) else {
            fields.report(
                "is `\(type)`, which is not a known engine",
                "type",
                remedy: Spelling.remedy(for: type, among: BackendType.all.map(\.name))
            )
            return nil
        }
        fields.refuseUnknown(known: BackendConfiguration.keys + known.parameters.map(\.name))
        let parameters = fields.members.filter { $0.key != "type" && !$0.value.isNull }
        for parameter in known.parameters { check(parameter, of: fields) }
        if !known.needsOneOf.isEmpty, known.needsOneOf.allSatisfy({ fields.node($0) == nil }) {
            problems.report(
                "\(fields.owner) has no `\(known.needsOneOf[0])`",
                at: fields.position,
                remedy: "Add one of: \(known.needsOneOf.joined(separator: ", "))."
            )
        }
        if let run = fields.node("run")?.json, known == .own, run == [] || run.string?.isEmpty ?? false {
            fields.report("names no program", "run", remedy: "Write `run: [PROGRAM, ARGUMENTS…]`.")
        }
        for member in parameters { checkSecrets(member, of: fields) }
        return BackendConfiguration(
            name: entry.name,
            type: type,
            parameters: .object(JSONObject(parameters.map { ($0.key, $0.value.json) }))
        )
    }

    /// Reports a parameter that is missing or of the wrong kind.
    func check(_ parameter: Parameter, of fields: Fields) {
        guard let node = fields.node(parameter.name) else {
            if parameter.isRequired {
                problems.report(
                    "\(fields.owner) has no `\(parameter.name)`",
                    at: fields.position,
                    remedy: "Add `\(parameter.name): …`. \(parameter.summary)"
                )
            }
            return
        }
        if let problem = parameter.schema.problem(with: node.json) {
            report(problem, at: [parameter.name] + problem.path, of: fields, summary: parameter.summary)
        }
    }

    /// Reports secrets in the file, and variables that are not set.
    func checkSecrets(_ member: SourceNode.Member, of fields: Fields) {
        let isSecret = ["key", "password", "header", "secret"].contains { member.key.lowercased().contains($0) }
        for (text, position) in texts(in: member.value) {
            do {
                let variables = try EnvironmentText(text).variables
                let holdsSecret = isSecret || AppReader.hasCredentials(text)
                if holdsSecret, variables.isEmpty {
                    problems.report(
                        "`\(member.key)` of \(fields.owner) holds a secret",
                        at: position,
                        remedy: "Put it in an environment variable and write ${NAME} here."
                    )
                }
                for name in variables where environment[name] == nil {
                    problems.report(
                        "`\(member.key)` of \(fields.owner) needs the environment variable `\(name)`, which is not set",
                        at: position,
                        remedy: "Set `\(name)`."
                    )
                }
            } catch {
                problems.report(
                    "\(error.message) in `\(member.key)` of \(fields.owner)",
                    at: position,
                    remedy: error.remedy
                )
            }
        }
    }

    private func texts(in node: SourceNode) -> [(text: String, position: SourceNode.Position)] {
        switch node.content {
        case .scalar(let value): value.isNull ? [] : [(value.string ?? value.text, node.position)]
        case .list(let elements): elements.flatMap(texts)
        case .mapping(let members): members.flatMap { texts(in: $0.value) }
        }
    }

    /// Whether an address has a name and a password in it; a database's user name alone is not a secret.
    private static func hasCredentials(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].hasSuffix(":"), parts[1].isEmpty else { return false }
        guard parts[0] == "postgresql:" || parts[0] == "postgres:" else { return parts[2].contains("@") }
        let user = parts[2].split(separator: "@", omittingEmptySubsequences: false).dropLast()
        return user.contains { $0.contains(":") } || text.lowercased().contains("password=")
    }
}

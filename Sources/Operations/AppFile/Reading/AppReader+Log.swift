// SPDX-License-Identifier: MIT

import AppModel
import Wire

extension AppReader {
    func log(_ fields: Fields, appName: String) -> LogConfiguration {
        guard let node = fields.node("log"), let entries = Fields(node, owner: "`log`", problems: problems) else {
            return .sqlite
        }
        var log = LogConfiguration.jetStream([])
        read("log", of: fields, into: &log)
        let named = LogConfiguration.keys.first { $0 != "type" && entries.node($0) != nil }
        guard entries.node("type") != nil else {
            if let named {
                problems.report(
                    "`log` has `\(named)` and no `type`",
                    at: node.position,
                    remedy: "Add `type: jetstream`."
                )
            }
            return .sqlite
        }
        guard log.isShared else {
            if let named {
                entries.report("is for `type: jetstream`", named, remedy: "Leave it out, or write `type: jetstream`.")
            }
            return .sqlite
        }
        refuseName(fields, appName)
        refuseRepetition("servers", of: "log", log.servers, fields)
        if entries.node("servers").map({ $0.json == [] }) ?? true {
            problems.report("`log` has no `servers`", at: node.position, remedy: "Write `servers: [nats://HOST:4222]`.")
        }
        if entries.node("replicas") == nil { log.replicas = LogConfiguration.usualReplicas(log.servers.count) }
        return log
    }

    /// Reports a name that servers cannot give a log.
    private func refuseName(_ fields: Fields, _ name: String) {
        guard !name.isEmpty, !Name.isValid(name) else { return }
        fields.report(
            "is `\(name.prefix(80))`, and a log that machines share has the app's name",
            "name",
            remedy: "Use 1 to 64 letters, digits, `_` or `-`; `title` of `console` is what people read."
        )
    }
}

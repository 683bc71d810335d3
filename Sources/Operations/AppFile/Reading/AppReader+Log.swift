// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Wire

extension AppReader {
    private static let serversRemedy = "Write `servers: [nats://HOST:4222]`."

    /// Where the app's events are put in order.
    func log(_ fields: Fields, appName: String) -> LogConfiguration {
        guard let node = fields.node("log"), let log = Fields(node, owner: "`log`", problems: problems) else {
            return .sqlite
        }
        let shared = ["servers", "replicas", "shards"]
        log.refuseUnknown(known: ["type"] + shared)
        let named = shared.first { log.node($0) != nil }
        if log.node("type") == nil, let named {
            problems.report(
                "`log` has `\(named)` and no `type`",
                at: log.position,
                remedy: "Add `type: jetstream`."
            )
            return .sqlite
        }
        let words = LogConfiguration.Kind.allCases.map(\.rawValue)
        guard let kind = log.choice("type", among: words).flatMap(LogConfiguration.Kind.init(rawValue:)) else {
            return .sqlite
        }
        guard kind == .jetStream else {
            if let named {
                log.report("is for `type: jetstream`", named, remedy: "Leave it out, or write `type: jetstream`.")
            }
            return .sqlite
        }
        refuseName(fields, appName)
        let servers = servers(log)
        let replicas = log.integer(
            "replicas",
            in: LogConfiguration.replicaRange,
            default: LogConfiguration.usualReplicas(servers.count)
        )
        let shards = log.integer(
            "shards",
            in: LogConfiguration.shardRange,
            default: LogConfiguration.usualShards
        )
        return .jetStream(servers, replicas: replicas, shards: shards)
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

    private func servers(_ log: Fields) -> [String] {
        guard let node = log.node("servers") else {
            problems.report("`log` has no `servers`", at: log.position, remedy: Self.serversRemedy)
            return []
        }
        guard case .list(let elements) = node.content, !elements.isEmpty else {
            log.report("is not a list of addresses", "servers", remedy: Self.serversRemedy)
            return []
        }
        guard elements.count <= LogConfiguration.serverLimit else {
            log.report(
                "has \(elements.count) entries",
                "servers",
                remedy: "Name at most \(LogConfiguration.serverLimit): each reports the others."
            )
            return []
        }
        var servers: [String] = []
        for element in elements {
            guard let server = server(element) else { continue }
            if servers.contains(server) {
                problems.report(
                    "`servers` of `log` names `\(server)` twice",
                    at: element.position,
                    remedy: "Leave one out."
                )
            } else {
                servers.append(server)
            }
        }
        return servers
    }

    private func server(_ element: SourceNode) -> String? {
        guard let text = element.json.string else {
            problems.report(
                "`servers` of `log` contains a value that is not a text",
                at: element.position,
                remedy: Self.serversRemedy
            )
            return nil
        }
        do throws(SchemaProblem) {
            return try LogServer(parsing: text).description
        } catch {
            // An address may have a password in it, which is not repeated.
            let shown = text.contains("@") ? "an address" : "`\(text.prefix(100))`"
            problems.report(
                "`servers` of `log`: \(shown) \(error.message)",
                at: element.position,
                remedy: error.remedy ?? ""
            )
            return nil
        }
    }
}

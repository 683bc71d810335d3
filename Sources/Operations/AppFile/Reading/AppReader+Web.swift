// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Wire

extension AppReader {
    /// How many origins an app may let in.
    private static let originLimit = 64

    /// The origins whose pages may use the app.
    func origins(_ fields: Fields) -> [WebOrigin] {
        guard let node = fields.node("web"), let web = Fields(node, owner: "`web`", problems: problems) else {
            return []
        }
        web.refuseUnknown(known: ["origins"])
        guard let list = web.node("origins") else { return [] }
        guard case .list(let elements) = list.content else {
            web.report("is not a list", "origins", remedy: "Write `origins: [https://shop.example]`.")
            return []
        }
        guard elements.count <= Self.originLimit else {
            web.report(
                "has \(elements.count) entries",
                "origins",
                remedy:
                    "Name at most \(Self.originLimit); other pages can reach the gateway through their own server."
            )
            return []
        }
        var origins: [WebOrigin] = []
        for element in elements {
            guard let origin = origin(element) else { continue }
            if origins.contains(origin) {
                problems.report(
                    "`origins` of `web` names `\(origin)` twice",
                    at: element.position,
                    remedy: "Leave one out."
                )
            } else {
                origins.append(origin)
            }
        }
        return origins
    }

    private func origin(_ element: SourceNode) -> WebOrigin? {
        guard let text = element.json.string else {
            problems.report(
                "`origins` of `web` contains a value that is not a text",
                at: element.position,
                remedy: "Write `origins: [https://shop.example]`."
            )
            return nil
        }
        do throws(SchemaProblem) {
            return try WebOrigin(parsing: text)
        } catch {
            problems.report(
                "`origins` of `web`: `\(text.prefix(100))` \(error.message)",
                at: element.position,
                remedy: error.remedy ?? ""
            )
            return nil
        }
    }
}

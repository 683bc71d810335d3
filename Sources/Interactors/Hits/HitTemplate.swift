// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Which attributes of a record a controller shows, and how; told on with each view.
struct HitTemplate: Sendable, Hashable {
    private static let attributes = ["title", "subtitle", "text", "image"]
    private static let layouts = ["grid", "list"]
    private static let formats = ["plain", "number", "currency", "rating", "flag", "date", "size"]
    private static let metaMembers = ["attribute", "format", "currency", "label"]

    /// The template as the app file has it.
    let json: JSON

    /// Checks a template; `null` is an empty one.
    ///
    /// - Throws: `ParameterError` that names the member which makes no sense.
    init(_ json: JSON) throws {
        guard let members = json.isNull ? JSONObject() : json.object else {
            throw HitTemplate.error("is not a mapping")
        }
        for member in members.members {
            let (key, value) = (member.key, member.value)
            switch key {
            case _ where HitTemplate.attributes.contains(key):
                guard value.string != nil else { throw HitTemplate.error("names no attribute in `\(key)`") }
            case "layout":
                guard HitTemplate.layouts.contains(value.string ?? "") else {
                    throw HitTemplate.error("has a `layout` that is not one of: grid, list")
                }
            case "meta":
                for entry in value.array ?? [.null] { try HitTemplate.check(entry) }
            default:
                let known = HitTemplate.attributes + ["layout", "meta"]
                throw HitTemplate.error("has an unknown member `\(key)`; there are: \(known.joined(separator: ", "))")
            }
        }
        self.json = .object(members)
    }

    private static func check(_ entry: JSON) throws {
        guard let members = entry.object, members["attribute"]?.string != nil else {
            throw error("has a `meta` that is not a list of entries with `attribute`")
        }
        for member in members.members {
            let (key, value) = (member.key, member.value)
            guard metaMembers.contains(key), value.string != nil else {
                throw error("has a `meta` entry with an unknown or odd member `\(key)`")
            }
        }
        guard formats.contains(members["format"]?.string ?? "plain") else {
            throw error("has a `format` that is not one of: \(formats.joined(separator: ", "))")
        }
    }

    private static func error(_ message: String) -> ParameterError { ParameterError("template", message) }
}

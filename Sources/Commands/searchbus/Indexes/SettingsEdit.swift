// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AppFile
import Runtime
import SearchIndex
import Supervisor
import Wire

/// Changes of some settings of an index, which leave the others as they are.
struct SettingsEdit {
    struct Result {
        let change: SettingsChange
        /// What is odd about the settings, and no reason to refuse them.
        let warnings: [String]
    }

    /// The settings by name; null resets one to its default.
    let members: JSONObject

    /// Reads changes: those of a file, then those of texts.
    ///
    /// - Throws: `SearchBusError` for invalid JSON, or an invalid change.
    init(file: String?, changes: [String]) throws {
        var members = JSONObject()
        if let file {
            for member in try Self.read(file).members { members[member.key] = member.value }
        }
        for change in changes {
            guard let sign = change.firstIndex(of: "="), sign > change.startIndex else {
                throw Self.wrong("Invalid change `\(change.prefix(80))`.")
            }
            let name = String(change[..<sign])
            guard let value = try? JSON(parsing: Array(change[change.index(after: sign)...].utf8)) else {
                throw Self.wrong("`\(name)`: what follows the sign = is not JSON.")
            }
            members[name] = value
        }
        self.members = members
    }

    private static func read(_ path: String) throws -> JSONObject {
        guard let bytes = try? Files.read(path) else {
            throw SearchBusError(
                .invalidArgument,
                "The settings file \(path) cannot be read.",
                remedy: "Check the path."
            )
        }
        guard let object = try? JSON(parsing: bytes).object else {
            throw SearchBusError(
                .malformedJSON,
                "The settings file \(path) is not a JSON object.",
                remedy: "Correct it: a JSON object with searchableAttributes, attributesForFaceting and so on."
            )
        }
        return object
    }

    private static func wrong(_ message: String) -> SearchBusError {
        SearchBusError(
            .invalidArgument,
            message,
            remedy: "Write NAME=JSON, for example customRanking='[\"desc(sales)\"]' or typoTolerance='\"min\"'."
        )
    }

    /// Changes the settings of an index.
    ///
    /// - Throws: `SearchBusError`; then the index is unchanged.
    func apply(to name: String, in directory: IndexDirectory) throws -> Result {
        guard directory.exists(name) else { return try missing(name, directory) }
        let writer = try IndexWriter(directory: directory, name: name, excludesImports: true)
        let known = try writer.givenSettings()
        let settings = try settings(over: known.settings)
        let change = try writer.change(settings: settings, extra: extra(over: known.extra))
        return Result(change: change, warnings: try warnings(settings, directory.describe(index: name)))
    }

    private func missing(_ name: String, _ directory: IndexDirectory) throws -> Result {
        // It says why.
        _ = try directory.summary(of: name)
        throw SearchBusError(.unknownIndex, "There is no index `\(name)`.")
    }

    func settings(over given: IndexSettings) throws -> IndexSettings {
        var object = given.json.object ?? JSONObject()
        for member in members.members { object[member.key] = member.value.isNull ? nil : member.value }
        // A null is checked too: its name may not be that of a setting.
        for member in members.members where member.value.isNull { object[member.key] = .null }
        do { return try IndexSettings(json: .object(object)) } catch let error as JSONError {
            throw SearchBusError(
                .invalidArgument,
                "Invalid settings: \(error).",
                remedy: "Correct them; nothing is changed. docs/index.md lists the settings."
            )
        }
    }

    /// What the index keeps of the settings and synonyms that Algolia's interface made, changed likewise.
    private func extra(over extra: JSON) -> JSON {
        guard var object = extra.object else { return extra }
        if let kept = extra["settings"]?.object {
            let own = AlgoliaSettings(given: .object(members)).members
            object["settings"] = .object(AlgoliaSettings(kept: kept).changed(by: own).members)
        }
        // The index's own take the place of those that were kept.
        if members["synonyms"] != nil { object["synonyms"] = nil }
        return .object(object)
    }

    // MARK: - Warnings

    /// Attributes that no record has: they may come, or be misspelt.
    private func warnings(_ settings: IndexSettings, _ index: IndexDescription) throws -> [String] {
        guard index.isComplete, index.recordCount > 0 else { return [] }
        let known = index.attributes.map(\.name)
        let rules = (settings.customRanking ?? []) + settings.relevance.replicas.flatMap(\.rules)
        let named: [(setting: String, attributes: [String])] = [
            ("searchableAttributes", settings.searchedAttributes.map(\.name)),
            ("attributesForFaceting", settings.attributesForFaceting ?? []),
            ("numericAttributes", settings.numericAttributes ?? []), ("the ranking", rules.map(\.attribute)),
            ("attributeForDistinct", [settings.relevance.attributeForDistinct].compactMap(\.self)),
        ]
        return named.flatMap { setting, attributes in
            attributes.compactMap { attribute in
                let isKnown = known.contains { $0 == attribute || $0.hasPrefix("\(attribute).") }
                guard !isKnown, attribute != "_tags" else { return nil }
                let meant = Spelling.closest(to: attribute, among: known).map { " Did you mean `\($0)`?" } ?? ""
                return "No record has `\(attribute)`, which \(setting) names.\(meant)"
            }
        }
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension IndexSettings {
    /// Settings that suit records of which no index was made yet, whole, so that an import infers nothing more.
    ///
    /// They are what an import without settings would infer, with what `SettingsProposal` would change.
    ///
    /// - Parameter survey: What some of the records have, or all.
    /// - Returns: The settings.
    /// - Throws: `SearchBusError` where the settings would contradict each other, which is a fault of the proposal's own.
    package static func proposed(by survey: AttributeSurvey) throws -> IndexSettings {
        var manifest = Manifest()
        (manifest.settings, manifest.attributes) = (survey.settings, survey.kinds)
        let proposal = try SettingsProposal(survey: survey, manifest: manifest, name: "sample")
        var object = manifest.settings.json.object ?? JSONObject()
        // What is marked follows what is searched.
        object["attributesToHighlight"] = nil
        for member in proposal.json.object?.members ?? [] { object[member.key] = member.value }
        do { return try IndexSettings(json: .object(object)) } catch {
            throw SearchBusError(.internalError, "The proposed settings contradict each other: \(error).")
        }
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension IndexSettings {
    /// Settings that suit records of which no index was made yet, whole, so that an import infers nothing more.
    ///
    /// They are what an import without settings would infer, with what `SettingsProposal` would change.
    ///
    /// - Parameter sample: Some of the records, or all; all of those handed in are looked at.
    /// - Returns: The settings.
    /// - Throws: `SearchBusError` where the settings would contradict each other, which is a fault of the proposal's own.
    public static func proposed(for sample: [Record]) throws -> IndexSettings {
        let survey = AttributeSurvey(of: sample)
        var manifest = Manifest()
        manifest.settings = survey.inference.settings
        manifest.attributes = survey.inference.attributes
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

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// All that Algolia's clients have made of an index beside its records: settings and synonyms.
///
/// Both are kept with the index as they came (`extra`), and told to it in its own form.
public struct AlgoliaIndexSettings: Sendable, Hashable {
    public var settings: AlgoliaSettings
    public var synonyms: AlgoliaSynonyms

    /// Takes what an index holds: what clients made, or else what it was given by other ways.
    ///
    /// - Parameters:
    ///   - given: The index's own settings.
    ///   - extra: What it keeps for others.
    public init(given: JSON, extra: JSON) {
        settings = extra["settings"]?.object.map(AlgoliaSettings.init(kept:)) ?? AlgoliaSettings(given: given)
        synonyms = extra["synonyms"]?.object.map(AlgoliaSynonyms.init(kept:)) ?? AlgoliaSynonyms(given: given)
    }

    /// What the index is to keep: the members beside these stay as they are.
    public func kept(in extra: JSON) -> JSON {
        var members = extra.object ?? JSONObject()
        members["settings"] = .object(settings.members)
        members["synonyms"] = .object(synonyms.members)
        return .object(members)
    }

    /// The settings of the index itself, as its JSON has them.
    ///
    /// - Throws: `AlgoliaError` that names the setting which makes no sense.
    public func engineForm() throws(AlgoliaError) -> JSON {
        var engine = try settings.engineSettings().object ?? JSONObject()
        engine["synonyms"] = synonyms.engineForm
        return .object(engine)
    }
}

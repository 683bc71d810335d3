// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// All that Algolia's clients have made of an index beside its records: settings, synonyms, and settings of its replicas.
///
/// They are kept with the index as they came (`extra`), and told to it in its own form.
public struct AlgoliaIndexSettings: Sendable, Hashable {
    public var settings: AlgoliaSettings
    public var synonyms: AlgoliaSynonyms
    public var replicas: AlgoliaReplicas

    /// Takes what an index holds: what clients made, or else what it was given by other ways.
    ///
    /// - Parameters:
    ///   - given: The index's own settings.
    ///   - extra: What it keeps for others.
    public init(given: JSON, extra: JSON) {
        settings = extra["settings"]?.object.map(AlgoliaSettings.init(kept:)) ?? AlgoliaSettings(given: given)
        synonyms = extra["synonyms"]?.object.map(AlgoliaSynonyms.init(kept:)) ?? AlgoliaSynonyms(given: given)
        replicas = AlgoliaReplicas(kept: extra["replicas"]?.object ?? JSONObject())
    }

    /// Changes settings; those that are null become what they are by default.
    ///
    /// With `forwardToReplicas` what is changed counts for all replicas.
    public mutating func change(by changes: JSONObject) {
        settings = settings.changed(by: changes)
        if changes["forwardToReplicas"]?.bool == true { replicas.forward(changes) }
        if changes.keys.contains("replicas") { replicas.keep((try? AlgoliaReplicas.names(settings.members)) ?? []) }
    }

    /// Takes the settings of another index; the replicas stay.
    public mutating func takeSettings(of other: AlgoliaIndexSettings) {
        let own = self
        settings = other.settings
        takeReplicas(of: own)
    }

    /// Takes the replicas of another index in the place of its own.
    public mutating func takeReplicas(of other: AlgoliaIndexSettings) {
        settings = settings.changed(by: JSONObject([("replicas", other.settings.members["replicas"] ?? .null)]))
        replicas = other.replicas
    }

    /// The settings of a replica as clients read them.
    public func settings(ofReplica name: String, primary: String) -> AlgoliaSettings {
        replicas.settings(of: name, primary: primary, over: settings)
    }

    /// What the index is to keep: the members beside these stay as they are.
    public func kept(in extra: JSON) -> JSON {
        var members = extra.object ?? JSONObject()
        members["settings"] = .object(settings.members)
        members["synonyms"] = .object(synonyms.members)
        members["replicas"] = replicas.members.isEmpty ? nil : .object(replicas.members)
        return .object(members)
    }

    /// The settings of the index itself, as its JSON has them.
    ///
    /// - Throws: `AlgoliaError` that names the setting which makes no sense.
    public func engineForm() throws(AlgoliaError) -> JSON {
        var engine = try settings.engineSettings().object ?? JSONObject()
        engine["synonyms"] = synonyms.engineForm
        if let names = try AlgoliaReplicas.names(settings.members) {
            engine["replicas"] = names.isEmpty ? nil : try replicas.engineForm(names)
        }
        return .object(engine)
    }
}

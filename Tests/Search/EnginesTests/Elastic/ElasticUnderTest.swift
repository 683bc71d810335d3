// SPDX-License-Identifier: MIT

import EngineSimulators
import EngineTesting
import Wire

@testable import Engines

/// Elasticsearch or OpenSearch with the suite's records; a test with a simulator of its own is not for real servers.
enum ElasticUnderTest {
    static func engine(
        _ flavor: ElasticSimulator.Flavor,
        window: Int = 10_000,
        nested: String? = nil,
        properties: JSONObject = JSONObject(),
        parameters: JSONObject = JSONObject([("searchFields", ["name^2", "note"])]),
        simulator: ElasticSimulator? = nil
    ) throws -> SimulatedEngine {
        let mayBeReal = simulator == nil
        let simulator = simulator ?? ElasticSimulator(flavor)
        let name = flavor == .elasticsearch ? "elasticsearch" : "opensearch"
        return try SimulatedEngine(
            name,
            parameters: parameters,
            mayBeReal: mayBeReal,
            waivers: nested == nil ? [:] : [.attributesToRetrieve: "records have the objects in which attributes lie"],
            filling: { engine, index, records in try await fill(engine, index, records, window, nested, properties) },
            reply: { simulator.reply(to: $0) }
        )
    }

    private static func fill(
        _ engine: SimulatedEngine,
        _ index: String,
        _ records: [JSON],
        _ window: Int,
        _ nested: String?,
        _ further: JSONObject
    ) async throws {
        try await engine.send("DELETE", "/\(index)", "")
        var properties: JSONObject = JSONObject([("_geoloc", ["type": "geo_point"]), ("price", ["type": "double"])])
        for member in further.members { properties[member.key] = member.value }
        if let nested { properties[nested] = ["type": "nested"] }
        let creation: JSON = [
            "settings": ["index": ["number_of_shards": 1, "max_result_window": JSON(window)]],
            "mappings": ["properties": .object(properties)],
        ]
        try await engine.send("PUT", "/\(index)", creation.text)
        let lines = records.map { record -> String in
            var source = record.object ?? JSONObject()
            if let place = source["_geoloc"] {
                source["_geoloc"] = ["lat": place["lat"] ?? .null, "lon": place["lng"] ?? .null]
            }
            if let nested { source = gathered(source, in: nested) }
            let action: JSON = ["index": ["_id": record["objectID"] ?? .null]]
            return "\(action.text)\n\(JSON.object(source).text)\n"
        }
        try await engine.send("POST", "/\(index)/_bulk?refresh=true", lines.joined(), type: "application/x-ndjson")
    }

    /// A record whose attributes with dots, `kind.l0`, are members of one object, `kind`.
    private static func gathered(_ record: JSONObject, in name: String) -> JSONObject {
        let inner = record.members.filter { $0.key.hasPrefix(name + ".") }
        guard !inner.isEmpty else { return record }
        var record = record
        for member in inner { record[member.key] = nil }
        record[name] = [.object(JSONObject(inner.map { (String($0.key.dropFirst(name.count + 1)), $0.value) }))]
        return record
    }
}

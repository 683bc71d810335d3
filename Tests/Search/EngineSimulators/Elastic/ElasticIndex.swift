// SPDX-License-Identifier: MIT

import Wire

/// An error of the simulated Elasticsearch, in the documented form: a type, a reason and a status.
struct ElasticFailure: Error {
    let status: Int
    let type: String
    let reason: String

    init(_ status: Int, _ type: String, _ reason: String) {
        (self.status, self.type, self.reason) = (status, type, reason)
    }

    static func parsing(_ reason: String) -> ElasticFailure { ElasticFailure(400, "parsing_exception", reason) }
    static func argument(_ reason: String) -> ElasticFailure {
        ElasticFailure(400, "illegal_argument_exception", reason)
    }

    var json: JSON {
        let cause: JSON = ["type": .string(type), "reason": .string(reason)]
        return [
            "error": ["root_cause": [cause], "type": .string(type), "reason": .string(reason)], "status": JSON(status),
        ]
    }
}

/// A document of the simulated Elasticsearch.
struct ElasticDocument: Sendable {
    let id: String
    let source: JSON
    /// Its position in its shard.
    let place: Int
    /// The path of the `nested` objects that it is one of; `nil` for a record.
    var path: String?
}

/// An index of the simulated Elasticsearch: a mapping, which grows with the documents, and documents.
struct ElasticIndex: Sendable {
    let name: String
    /// The properties of the mapping, as they are given out.
    private(set) var properties: JSON
    /// The type of each field by its path, further fields of texts included.
    private(set) var types: [String: String] = [:]
    /// The formats of dates, by field.
    private(set) var formats: [String: String] = [:]
    private(set) var documents: [ElasticDocument] = []
    let window: Int

    init(_ name: String, properties: JSON, window: Int) {
        self.name = name
        self.properties = properties
        self.window = window
        note(properties, "")
    }

    private mutating func note(_ properties: JSON, _ path: String) {
        for member in properties.object?.members ?? [] {
            let field = path + member.key
            if let type = member.value["type"]?.string { types[field] = type }
            formats[field] = member.value["format"]?.string
            for further in member.value["fields"]?.object?.members ?? [] {
                types["\(field).\(further.key)"] = further.value["type"]?.string
            }
            if let inner = member.value["properties"] { note(inner, field + ".") }
        }
    }

    mutating func index(_ source: JSON, id: String) throws {
        properties = try extended(properties, by: source)
        types = [:]
        note(properties, "")
        let place = documents.firstIndex { $0.id == id } ?? documents.count
        let document = ElasticDocument(id: id, source: source, place: place)
        if place < documents.count { documents[place] = document } else { documents.append(document) }
    }

    /// The properties with those of a document: dynamic mapping.
    private func extended(_ properties: JSON, by source: JSON) throws -> JSON {
        var result = properties.object ?? JSONObject()
        for member in source.object?.members ?? [] {
            // A name with dots is a path of objects.
            let parts = member.key.split(separator: ".", maxSplits: 1).map(String.init)
            let value: JSON = parts.count > 1 ? .object(JSONObject([(parts[1], member.value)])) : member.value
            let known = result[parts[0]]
            if known?["type"] == "geo_point" {
                try checkPoint(value, parts[0])
                continue
            }
            result[parts[0]] = try property(known, value)
        }
        return .object(result)
    }

    private func checkPoint(_ value: JSON, _ name: String) throws {
        guard value["lat"]?.double != nil, value["lon"]?.double != nil else {
            throw ElasticFailure(
                400,
                "document_parsing_exception",
                "failed to parse field [\(name)] of type [geo_point]"
            )
        }
    }

    private func property(_ known: JSON?, _ value: JSON) throws -> JSON? {
        if let elements = value.array { return try elements.reduce(known) { try property($0, $1) } }
        if value.object != nil {
            var property = JSONObject([("properties", try extended(known?["properties"] ?? [:], by: value))])
            property["type"] = known?["type"]
            return .object(property)
        }
        if let known { return known }
        switch value.read {
        case .string: return ["type": "text", "fields": ["keyword": ["type": "keyword", "ignore_above": 256]]]
        case .bool: return ["type": "boolean"]
        case .int: return ["type": "long"]
        case .double: return ["type": "float"]
        default: return nil
        }
    }

    /// The values of a field in a document, as the engine stores them.
    func values(_ field: String, _ document: ElasticDocument) -> [JSON] {
        if field == "_id" { return [.string(document.id)] }
        // Fields of nested objects are visible only within them.
        guard let type = types[field], nestedPath(of: field) == document.path else { return [] }
        var found = document.source.values(at: field)
        if found.isEmpty, let dot = field.lastIndex(of: "."), types[String(field[..<dot])] == "text" {
            found = document.source.values(at: String(field[..<dot]))
        }
        switch type {
        case "keyword":
            return found.filter { $0.string.map { $0.count <= 256 } ?? true }.map { .string($0.string ?? $0.text) }
        case "float": return found.compactMap(\.double).map { .number(Double(Float($0))) }
        case "long", "integer": return found.compactMap(\.double).map { .number($0.rounded(.towardZero)) }
        case "date":
            let format = formats[field] ?? SimulatedDates.standard
            return found.compactMap { try? JSON.number(SimulatedDates.milliseconds($0, format)) }
        case "double": return found.compactMap(\.double).map(JSON.number)
        default: return found
        }
    }

    // MARK: - Nested objects

    /// The path of the innermost nested objects that contain a field.
    private func nestedPath(of field: String) -> String? {
        var path = field[...]
        while let dot = path.lastIndex(of: ".") {
            path = path[..<dot]
            if types[String(path)] == "nested" { return String(path) }
        }
        return nil
    }

    /// The nested objects at a path of a document, each a document of its own that belongs to the same record.
    ///
    /// - Throws: `ElasticFailure` where there are no nested objects at the path.
    func objects(at path: String, of document: ElasticDocument, _ query: String) throws -> [ElasticDocument] {
        guard types[path] == "nested" else {
            throw ElasticFailure(
                400,
                "query_shard_exception",
                "[\(query)] failed to find nested object under path [\(path)]"
            )
        }
        func objects(_ value: JSON, _ rest: Substring) -> [JSON] {
            if let elements = value.array { return elements.flatMap { objects($0, rest) } }
            guard !rest.isEmpty else { return value.object == nil ? [] : [value] }
            let parts = rest.split(separator: ".", maxSplits: 1)
            return value[String(parts[0])].map { objects($0, parts.count > 1 ? parts[1] : "") } ?? []
        }
        return objects(document.source, path[...]).map { object in
            // Fields keep their whole paths.
            let source = path.split(separator: ".").reversed().reduce(object) { [String($1): $0] }
            return ElasticDocument(id: document.id, source: source, place: document.place, path: path)
        }
    }
}

// SPDX-License-Identifier: MIT

import Backends
import Wire

/// Reads the attributes of an index from the answer to `GET INDEX/_mapping`.
enum ElasticMapping {
    /// The shape of all indexes in an answer, which are several where a name is an alias of several.
    static func shape(of reply: JSON, version: String? = nil) throws -> IndexShape {
        guard let indexes = reply.object?.members, !indexes.isEmpty else { throw JSONError("there is no mapping") }
        var attributes: [IndexShape.Attribute] = []
        var known: Set<String> = []
        func add(_ name: String, _ type: String, hasExactField: Bool) {
            guard known.insert(name).inserted else { return }
            let kind = ElasticFields.kind(of: type)
            attributes.append(
                IndexShape.Attribute(
                    name,
                    type: type,
                    isCountable: kind != nil || hasExactField,
                    isComparable: kind == .number || type.hasPrefix("date") || type == "alias"
                )
            )
        }
        /// The type of a field; of another name for one, that field's.
        func type(of field: JSON, in mappings: JSON) -> String? {
            let type = field["type"]?.string
            guard type == "alias", let path = field["path"]?.string else { return type }
            let target = path.split(separator: ".").reduce(mappings) { $0["properties"]?[String($1)] ?? .null }
            return target["type"]?.string ?? type
        }
        func walk(_ properties: JSON?, _ path: String, _ mappings: JSON) {
            for member in properties?.object?.members ?? [] {
                let name = path + member.key
                let isObject = member.value["properties"] != nil
                let type = type(of: member.value, in: mappings) ?? (isObject ? "object" : "")
                let fields = member.value["fields"]?.object?.members ?? []
                let exact = fields.filter { ElasticFields.kind(of: $0.value["type"]?.string ?? "") == .text }
                add(name, type, hasExactField: ElasticFields.isText(type) && !exact.isEmpty)
                for field in fields {
                    add("\(name).\(field.key)", field.value["type"]?.string ?? "", hasExactField: false)
                }
                walk(member.value["properties"], name + ".", mappings)
            }
        }
        for index in indexes {
            guard let mappings = index.value["mappings"] else { throw JSONError("`mappings` is missing") }
            walk(mappings["properties"], "", mappings)
            walk(mappings["runtime"], "", mappings)
        }
        return IndexShape(attributes: attributes, version: version)
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore
import Wire

@testable import Gateway

/// An operation as the OpenAPI document describes it.
struct DescribedOperation {
    let method: String
    let path: String
    let json: JSON

    /// The method and the path, as the table of rights has them.
    var name: String { "\(method) \(path)" }
    /// The names of the parameters in its query.
    var queryParameters: [String] {
        (json["parameters"]?.array ?? []).filter { $0["in"] == "query" }.compactMap { $0["name"]?.string }
    }
    /// Whether it needs no right.
    var isOpen: Bool { json["security"] == [] }
    /// Whether it is Algolia's.
    var isAlgolia: Bool { path.hasPrefix("/1/") }
    /// Whether an answer is a stream of events.
    var isStream: Bool { json["responses"]?["200"]?["content"]?["text/event-stream"] != nil }

    /// The document.
    static func document() throws -> JSON { try JSON(parsing: OpenAPIDocument.body.readableBytesView) }

    /// All operations.
    static func all() throws -> [DescribedOperation] {
        (try document()["paths"]?.object?.members ?? []).flatMap { path in
            (path.value.object?.members ?? []).map { operation in
                DescribedOperation(method: operation.key.uppercased(), path: path.key, json: operation.value)
            }
        }
    }

    /// The operations of the gateway's own interface.
    static func own() throws -> [DescribedOperation] { try all().filter { !$0.isAlgolia } }
}

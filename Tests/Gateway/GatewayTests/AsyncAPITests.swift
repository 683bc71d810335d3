// SPDX-License-Identifier: MIT

import Bus
import Interactors
import Testing
import Wire

@testable import Gateway

/// The description of the bus; the process tests compare it with the events on the log.
@Suite(.oneAtATime) struct AsyncAPITests {
    private static let document = AsyncAPIDocument(widgets: Set(InteractorRegistry.types.map { $0.type })).json

    @Test("The document is AsyncAPI 3: its parts are complete, and every reference leads to a part of the right kind")
    func structure() throws {
        let document = Self.document
        #expect(document["asyncapi"] == "3.0.0")
        #expect(document["info"]?["title"]?.string != nil && document["info"]?["version"]?.string != nil)
        #expect(
            document.object?.keys == [
                "asyncapi", "info", "defaultContentType", "servers", "channels", "operations", "components",
            ]
        )
        for server in try members("servers") {
            #expect(server.value["host"]?.string != nil && server.value["protocol"]?.string != nil)
        }
        for channel in try members("channels") {
            let address = try #require(channel.value["address"])
            let parts = (address.string ?? "").split(separator: "/").filter { $0.hasPrefix("{") }
            #expect(parts.map { String($0.dropFirst().dropLast()) } == channel.value["parameters"]?.object?.keys ?? [])
            for server in channel.value["servers"]?.array ?? [] { #expect(try follow(server, "#/servers/") != nil) }
            let messages = try #require(channel.value["messages"]?.object)
            #expect(!messages.isEmpty)
            for message in messages.members { #expect(try follow(message.value, "#/components/messages/") != nil) }
        }
        for operation in try members("operations") {
            #expect(["send", "receive"].contains(operation.value["action"]?.string))
            try check(operation.value)
            if let reply = operation.value["reply"] { try check(reply) }
        }
        for message in try members("components", "messages") {
            #expect(message.key.allSatisfy { $0.isLetter || $0.isNumber || ".-_".contains($0) }, "\(message.key)")
            #expect(message.value["payload"]?.object != nil && message.value["summary"]?.string != nil)
        }
        var references: [JSON] = []
        func collect(_ json: JSON) {
            if json["$ref"]?.string != nil { references.append(json) }
            for member in json.object?.members ?? [] { collect(member.value) }
            for element in json.array ?? [] { collect(element) }
        }
        collect(document)
        for reference in references { #expect(try follow(reference, "#/") != nil, "\(reference)") }
    }

    @Test("Every kind of topic is a channel, every operation of the broker a request, every widget type a message")
    func complete() throws {
        let channels = try members("channels").map(\.key)
        #expect(channels == Topic.Kind.allCases.map(\.rawValue) + ["commands", "replies"])
        let operations = try members("operations").map(\.key)
        #expect(operations.filter { !$0.hasPrefix("publish-") } == Operation.allCases.map(\.rawValue))
        let views = try #require(Self.document["channels"]?["view"]?["messages"]?.object?.keys)
        #expect(Set(views).isSuperset(of: InteractorRegistry.types.map { "view.\($0.type)" }))
    }

    @Test("It is served, with the views of the app's widgets")
    func served() async throws {
        try await SharedGateway.use { gateway async throws in
            #expect(try await gateway.ask("GET", "/asyncapi.json", hasKey: false).status == 401)
            let document = try await gateway.ask("GET", "/asyncapi.json").json()
            let views = try #require(document["channels"]?["view"]?["messages"]?.object?.keys)
            #expect(views.contains("view.search-box") && !views.contains("view.geo-hits"))
        }
    }

    private func members(_ path: String...) throws -> [(key: String, value: JSON)] {
        let part = path.reduce(Self.document) { $0[$1] ?? [:] }
        return try #require(part.object).members.map { ($0.key, $0.value) }
    }

    /// What a reference leads to, if it begins so.
    private func follow(_ json: JSON, _ prefix: String) throws -> JSON? {
        let reference = try #require(json["$ref"]?.string)
        guard reference.hasPrefix(prefix) else { return nil }
        return reference.split(separator: "/").dropFirst().reduce(Self.document) { $0?[String($1)] }
    }

    /// An operation or a reply: its messages are of its channel.
    private func check(_ part: JSON) throws {
        let channel = try #require(part["channel"])
        #expect(try follow(channel, "#/channels/") != nil)
        for message in part["messages"]?.array ?? [] {
            #expect(try follow(message, "\(channel["$ref"]?.string ?? "")/messages/") != nil)
        }
    }
}

// SPDX-License-Identifier: MIT

import Bus
import Foundation
import JetStream
import JetStreamTesting
import RandomTesting
import Replication
import Testing
import Wire

@Suite("Files in JetStream", .timeLimit(.minutes(5)), .serialized)
final class FileStreamTests {
    private let folder = "/tmp/searchbus-test-\(Identifier.make(length: 10))"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A file of so many bytes, half of which cannot be compressed.
    private func makeFile(_ size: Int) throws -> (path: String, bytes: Data) {
        var generator = SeededGenerator(seed: testSeed)
        let chance = (0..<size / 2).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let bytes = Data(chance + [UInt8](repeating: 7, count: size - chance.count))
        let path = "\(folder)/\(Identifier.make())"
        try bytes.write(to: URL(filePath: path))
        return (path, bytes)
    }

    private func contents(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    @Test(arguments: [0, 1, 512 << 10, (1 << 20) + 17])
    func `A file comes back unchanged, with its facts`(size: Int) throws {
        let servers = try JetStreamServers()
        let files = try servers.files()
        let (path, bytes) = try makeFile(size)
        let key = try FileKey(.log, name: "0", id: "one")
        let put = try files.put(path, as: key, facts: JSONObject([("place", "5")]))
        #expect(try files.manifest(of: key) == put && files.list(.log) == [put])
        #expect(put.size == size && put.facts["place"] == "5")
        try files.fetch(put, to: "\(folder)/back")
        #expect(try contents("\(folder)/back") == bytes)
    }

    @Test func `An interrupted upload is never read, and is found; an interrupted download is resumed`() throws {
        struct Stop: Error {}
        let servers = try JetStreamServers()
        let files = try servers.files()
        let (path, bytes) = try makeFile(3 << 20)
        let broken = try FileKey(.log, name: "0", id: "broken")
        #expect(throws: Stop.self) {
            try files.put(path, as: broken, facts: JSONObject()) { if $0 > 1 << 20 { throw Stop() } }
        }
        #expect(try files.list(.log) == [] && files.manifest(of: broken) == nil)
        let whole = try files.put(path, as: try FileKey(.log, name: "0", id: "whole"), facts: JSONObject())
        #expect(try files.brokenOff { _ in true } == [broken])
        #expect(try files.brokenOff { _ in false } == [])
        try files.remove(broken)
        #expect(try files.brokenOff { _ in true } == [])
        #expect(throws: Stop.self) {
            try files.put(path, as: broken, facts: JSONObject(), removesRest: true) { if $0 > 1 << 20 { throw Stop() } }
        }
        #expect(try files.brokenOff { _ in true } == [], "its rest was removed")
        #expect(throws: Stop.self) { try files.fetch(whole, to: "\(folder)/back") { if $0 > 1 << 20 { throw Stop() } } }
        var fetched = 0
        try files.fetch(whole, to: "\(folder)/back") { _ in fetched += 1 }
        #expect(try contents("\(folder)/back") == bytes && fetched == 3, "three of six pieces were there")
    }

    @Test func `A file with a changed byte is refused, and the next attempt restarts`() throws {
        let servers = try JetStreamServers()
        let files = try servers.files()
        let (path, bytes) = try makeFile(2 << 20)
        let put = try files.put(path, as: try FileKey(.log, name: "0", id: "one"), facts: JSONObject())
        var other = bytes.prefix(600 << 10)
        other[100] ^= 1
        try other.write(to: URL(filePath: "\(folder)/back"))
        let error = #expect(throws: SearchBusError.self) { try files.fetch(put, to: "\(folder)/back") }
        #expect(error?.code == .journalUnreadable)
        try files.fetch(put, to: "\(folder)/back")
        #expect(try contents("\(folder)/back") == bytes)
    }

    @Test func `Files are identified by kind, name and order, and are deleted one by one`() throws {
        let servers = try JetStreamServers()
        let files = try servers.files()
        let (path, _) = try makeFile(1000)
        let keys = [
            try FileKey(.index, name: "a", id: "1"), try FileKey(.index, name: "b", id: "2"),
            try FileKey(.part, name: "a", id: "1"), try FileKey(.index, name: "a", id: "3"),
        ]
        for key in keys { try files.put(path, as: key, facts: JSONObject()) }
        #expect(try files.list(.index).map(\.key) == [keys[0], keys[1], keys[3]])
        #expect(try files.list(.index, name: "a").map(\.key) == [keys[0], keys[3]])
        try files.remove(keys[0])
        #expect(try files.list(.index).map(\.key) == [keys[1], keys[3]])
        #expect(try files.list(.part).map(\.key) == [keys[2]])
        #expect(throws: SearchBusError.self) { try FileKey(.index, name: "a.b", id: "1") }
        #expect(throws: SearchBusError.self) { try FileKey(.index, name: "*", id: "1") }
    }

    @Test func `Files with too few replicas are reported, with the command`() async throws {
        let servers = try JetStreamServers(3)
        let journal = try servers.journal(replicas: 3)
        // As the first node of an app created them, whose number was raised later.
        _ = try servers.files(replicas: 1)
        try journal.start(after: .zero, known: nil)
        defer { journal.close() }
        while journal.standing.leader == nil { await Task.yield() }
        let advice = journal.standing.advice ?? ""
        #expect(advice.contains("`nats stream edit SEARCHBUSFILES_app --replicas 3`"))
        #expect(!advice.contains("stream edit SEARCHBUS_app "))
    }

    @Test func `A server that is killed in the middle costs nothing but time`() throws {
        let servers = try JetStreamServers()
        let files = try servers.files()
        let (path, bytes) = try makeFile(4 << 20)
        var kills = 0
        let put = try files.put(path, as: try FileKey(.log, name: "0", id: "one"), facts: JSONObject()) { done in
            guard done == 2 << 20 else { return }
            servers.kill(0)
            try servers.start(0)
            kills += 1
        }
        try files.fetch(put, to: "\(folder)/back") { done in
            guard done == 1 << 20 else { return }
            servers.kill(0)
            try servers.start(0)
            kills += 1
        }
        #expect(try contents("\(folder)/back") == bytes && kills == 2)
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Wire

@testable import AccessKeys

@Suite struct AccessFileTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "access-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    @Test func `keys outlive the process, and only the owner of the file can read it`() throws {
        try withDirectory { directory in
            let file = AccessFile(dataDirectory: directory)
            #expect(try file.read() == nil)
            let first = try file.load()
            let before = file.version
            try file.change { ring in
                for _ in 0..<AccessRing.browserLimit { ring.admit(BrowserEntry.make().entry) }
            }
            #expect(file.version != before)
            let second = try AccessFile(dataDirectory: directory).load()
            #expect(first.owner.text == second.owner.text && second.browsers.count == AccessRing.browserLimit)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(Set(names) == ["gateway.secret", "gateway.secret.lock"])
            for name in names {
                let mode = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")[.posixPermissions]
                #expect(mode as? Int == 0o600)
            }
        }
    }

    @Test func `a link to the file of another directory lets the same people in, and stays a link`() throws {
        try withDirectory { directory in
            for name in ["a", "b"] {
                try FileManager.default.createDirectory(
                    atPath: "\(directory)/\(name)",
                    withIntermediateDirectories: true
                )
            }
            let first = try AccessFile(dataDirectory: "\(directory)/a").load()
            let link = "\(directory)/b/\(AccessFile.name)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../a/\(AccessFile.name)")
            let file = AccessFile(dataDirectory: "\(directory)/b")
            #expect(try file.load().owner.text == first.owner.text)
            try file.change { $0.admit(BrowserEntry.make().entry) }
            #expect(try AccessFile(dataDirectory: "\(directory)/a").read()?.browsers.count == 1)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../a/\(AccessFile.name)")
        }
    }

    @Test func `a file that others could read, or that is damaged, is replaced, and not in silence`() throws {
        try withDirectory { directory in
            let file = AccessFile(dataDirectory: directory)
            let first = try file.load()
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            #expect(throws: (any Error).self) { try file.change { _ in } }
            var reasons: [String] = []
            let second = try file.load { reasons.append($0.message) }
            #expect(first.owner.text != second.owner.text)
            try Data("{\"bearer\":\"\"}".utf8).write(to: URL(filePath: file.path))
            let third = try file.load { reasons.append($0.message) }
            #expect(reasons.count == 2 && reasons[0].contains("read by others") && reasons[1].contains("damaged"))
            #expect(third.owner.text.utf8.count == 43)
        }
    }

    @Test func `changes of several threads are all kept`() async throws {
        let directory = NSTemporaryDirectory() + "access-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let file = AccessFile(dataDirectory: directory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try file.change { try $0.insert(AccessKey.make(AccessScope(.read), at: 0).key, at: 0) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.read()?.keys.count == 21)
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Runtime
import Testing
import Wire

@Suite struct FilesTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/searchbus-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func mode(_ path: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    private func contents(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

    @Test("A private file is its owner's alone; another one keeps the mode that it has")
    func modes() throws {
        try inFolder { folder in
            try Files.replace("\(folder)/a", with: [1])
            #expect(try mode("\(folder)/a") == 0o600)
            try Files.replace("\(folder)/b", with: [1], isPrivate: false)
            chmod("\(folder)/b", 0o640)
            try Files.replace("\(folder)/b", with: [2], isPrivate: false)
            #expect(try mode("\(folder)/b") == 0o640 && contents("\(folder)/b") == [2])
            try Files.replace("\(folder)/b", with: [3])
            #expect(try mode("\(folder)/b") == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a", "b"])
        }
    }

    @Test("The draft of a killed writer is replaced, and the next version has nothing of it")
    func leftovers() throws {
        try inFolder { folder in
            try Data(repeating: 9, count: 100_000).write(to: URL(fileURLWithPath: "\(folder)/a.partial"))
            chmod("\(folder)/a.partial", 0o644)
            try Files.replace("\(folder)/a", with: [1, 2])
            #expect(contents("\(folder)/a") == [1, 2])
            #expect(try mode("\(folder)/a") == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        }
    }

    @Test("An error leaves the version before and nothing beside it; a link in the way of the draft is not followed")
    func failures() throws {
        struct Stopped: Error {}
        try inFolder { folder in
            try Files.replace("\(folder)/a", with: [1])
            #expect(throws: Stopped.self) {
                try Files.replace("\(folder)/a") { file in
                    try file.write([2])
                    throw Stopped()
                }
            }
            #expect(contents("\(folder)/a") == [1])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
            symlink("\(folder)/a", "\(folder)/b.partial")
            let error = #expect(throws: SearchBusError.self) { try Files.replace("\(folder)/b", with: [3]) }
            #expect(error?.code == .storageFailed && contents("\(folder)/a") == [1])
            #expect(throws: SearchBusError.self) { try Files.replace("\(folder)/none/c", with: [1]) }
        }
    }

    @Test("Of writers at the same time each writes a whole version")
    func concurrent() throws {
        try inFolder { folder in
            DispatchQueue.concurrentPerform(iterations: 40) { number in
                let bytes = [UInt8](repeating: UInt8(number), count: 50_000 + number)
                do { try Files.replace("\(folder)/a", with: bytes) } catch { Issue.record(error) }
                let found = contents("\(folder)/a") ?? []
                #expect(found.count == 50_000 + Int(found.first ?? 0) && Set(found).count == 1)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names == ["a"])
        }
    }
}

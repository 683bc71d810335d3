// SPDX-License-Identifier: MIT

import Glibc
import ProcessTesting
import Runtime
import Testing
import Wire

@testable import Supervisor

@Suite struct RuntimeKeeperTests {
    /// A runtime directory with a lock and two files.
    private func withKeeper(_ body: (RuntimeKeeper, String) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let directory = "\(folder)/run"
            try RuntimeDirectory.makePrivate(directory)
            let lock = try SupervisorLock(directory: directory, option: "runtime")
            let keeper = RuntimeKeeper(directory: directory, lock: lock)
            try keeper.write(Array("one".utf8), to: "app.json")
            try keeper.write(Array("two".utf8), to: "supervisor.json")
            #expect(try keeper.restore() == [])
            try body(keeper, directory)
            #expect(try keeper.restore() == [])
            #expect((try? Files.read("\(directory)/app.json")) == Array("one".utf8))
            #expect((try? Files.read("\(directory)/supervisor.json")) == Array("two".utf8))
            #expect(SupervisorLock.isHeld(in: directory))
            var status = stat()
            #expect(stat(directory, &status) == 0 && status.st_mode & 0o7777 == 0o700)
        }
    }

    @Test func `a directory that was removed is created again with its files and its lock`() throws {
        try withKeeper { keeper, directory in
            removeDirectory(directory)
            #expect(!SupervisorLock.isHeld(in: directory))
            let restored = try keeper.restore()
            #expect(restored == ["the directory", "supervisor.lock", "app.json", "supervisor.json"])
        }
    }

    @Test func `a file that was removed or changed is written again`() throws {
        try withKeeper { keeper, directory in
            #expect(unlink("\(directory)/app.json") == 0)
            try Files.replace("\(directory)/supervisor.json", with: [1])
            #expect(try keeper.restore() == ["app.json", "supervisor.json"])
        }
    }

    @Test func `a directory without permissions is opened to its owner again`() throws {
        try withKeeper { keeper, directory in
            #expect(chmod(directory, 0) == 0)
            let restored = try keeper.restore()
            #expect(restored.first == "the directory")
        }
    }

    @Test func `a lock file that was replaced is locked again`() throws {
        try withKeeper { keeper, directory in
            #expect(unlink("\(directory)/supervisor.lock") == 0)
            try Files.replace("\(directory)/supervisor.lock", with: [])
            #expect(try keeper.restore() == ["supervisor.lock"])
        }
    }

    @Test func `an obstacle to the directory is an error, and everything is restored once it is removed`() throws {
        try withKeeper { keeper, directory in
            removeDirectory(directory)
            try Files.replace(directory, with: [])
            #expect(throws: SearchBusError.self) { try keeper.restore() }
            #expect(unlink(directory) == 0)
            #expect(try keeper.restore().count == 4)
        }
    }

    @Test func `a file that was removed on purpose stays removed`() throws {
        try withTemporaryDirectory { folder in
            let keeper = RuntimeKeeper(directory: folder)
            #expect(chmod(folder, 0o700) == 0)
            try keeper.write([1], to: "supervisor.json")
            keeper.remove("supervisor.json")
            #expect(try keeper.restore() == [])
            #expect((try? Files.read("\(folder)/supervisor.json")) == nil)
        }
    }
}

// SPDX-License-Identifier: MIT

import Bus
import Glibc
import ProcessTesting
import Runtime
import Testing
import Wire

@testable import Supervisor

@Suite struct RuntimeDirectoryTests {
    @Test func `the sockets live in the data directory where their paths fit`() {
        #expect(RuntimeDirectory.path(forData: "/data/store") == "/data/store/run")
    }

    @Test func `a path too long for a socket moves them below tmp, always to the same place`() throws {
        let long = "/" + String(repeating: "x", count: 100)
        let path = RuntimeDirectory.path(forData: long)
        #expect(path.hasPrefix("/tmp/searchbus-\(getuid())-"))
        #expect(path == RuntimeDirectory.path(forData: long + "/"))
        #expect(path != RuntimeDirectory.path(forData: long + "y"))
        _ = try BusEndpoints(runtimeDirectory: path)
    }

    @Test(arguments: [("/a/./b//c/../d", "/a/b/d"), ("/..", "/"), ("/a/", "/a")])
    func `paths are normalized`(path: String, plain: String) {
        #expect(RuntimeDirectory.normalized(path) == plain)
    }

    @Test func `a directory is made with those above it, for its owner alone`() throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/a/b/c"
            try RuntimeDirectory.make(path)
            try RuntimeDirectory.make(path)
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o700)
        }
    }

    @Test func `a data directory that was there keeps its rights, one of sockets is closed to others`() throws {
        try withTemporaryDirectory { folder in
            for (name, mode) in [("data", 0o750), ("run", 0o700)] as [(String, mode_t)] {
                let path = "\(folder)/\(name)"
                #expect(mkdir(path, 0o700) == 0 && chmod(path, 0o750) == 0)
                if name == "data" { try RuntimeDirectory.make(path) } else { try RuntimeDirectory.makePrivate(path) }
                var status = stat()
                #expect(stat(path, &status) == 0)
                #expect(status.st_mode & 0o7777 == mode)
                #expect(RuntimeDirectory.isOpenToOthers(path) == (name == "data"))
            }
        }
    }

    @Test func `a link instead of a directory is refused`() throws {
        try withTemporaryDirectory { folder in
            symlink("/tmp", "\(folder)/link")
            #expect(throws: SearchBusError.self) { try RuntimeDirectory.make("\(folder)/link") }
        }
    }

    @Test func `a second supervisor is refused with the holder of the directory`() throws {
        try withTemporaryDirectory { folder in
            let lock = try SupervisorLock(directory: folder, option: "data")
            let error = #expect(throws: SearchBusError.self) { try SupervisorLock(directory: folder, option: "data") }
            #expect(error?.code == .dataDirectoryInUse)
            #expect(error?.message.contains("process \(getpid())") == true)
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `the lock is free again when its holder releases it`() throws {
        try withTemporaryDirectory { folder in
            _ = try SupervisorLock(directory: folder, option: "data")
            _ = try SupervisorLock(directory: folder, option: "data")
        }
    }

    @Test func `the lock shows whether a supervisor runs, and checking does not take it`() throws {
        try withTemporaryDirectory { folder in
            #expect(!SupervisorLock.isHeld(in: folder))
            let lock = try SupervisorLock(directory: folder, option: "data")
            #expect(SupervisorLock.isHeld(in: folder))
            #expect(SupervisorLock.isHeld(in: folder))
            withExtendedLifetime(lock) {}
        }
        try withTemporaryDirectory { folder in
            // What a killed one leaves behind: its file, with the id of a process that is another's by now.
            try Files.replace("\(folder)/supervisor.lock", with: Array("1\n".utf8))
            #expect(!SupervisorLock.isHeld(in: folder))
            _ = try SupervisorLock(directory: folder, option: "data")
        }
    }

    @Test func `a file's stamp changes with the file`() throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/file"
            #expect(FileStamp(path: path) == nil)
            try Files.replace(path, with: [1])
            let first = FileStamp(path: path)
            #expect(first != nil)
            #expect(first == FileStamp(path: path))
            try Files.replace(path, with: [2])
            #expect(first != FileStamp(path: path))
        }
    }
}

/// Runs a test with a new directory and deletes it afterwards.
func withTemporaryDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try makeTemporaryDirectory()
    defer { removeDirectory(folder) }
    return try body(folder)
}

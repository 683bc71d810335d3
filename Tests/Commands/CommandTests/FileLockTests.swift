// SPDX-License-Identifier: MIT

import Foundation
import Runtime
import Testing
import Wire

@Suite struct FileLockTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/searchbus-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("One at a time holds a lock, which ends with its holder and is not disturbed by others who look")
    func one() throws {
        try inFolder { folder in
            let path = "\(folder)/a.lock"
            #expect(!FileLock.isHeld(path))
            do {
                let lock = try #require(try FileLock(path))
                lock.noteHolder()
                #expect(FileLock.isHeld(path) && FileLock.isHeld(path))
                #expect(FileLock.holder(of: path) == getpid())
                #expect(try FileLock(path, patience: .none) == nil)
                #expect(try FileLock(path, patience: .brief) == nil)
                #expect(lock.isInPlace)
                rename(path, "\(folder)/b.lock")
                #expect(!lock.isInPlace)
                #expect(try FileLock(path, patience: .none) != nil)
            }
            #expect(!FileLock.isHeld("\(folder)/b.lock"))
        }
    }

    @Test("A waiting process gets the lock next; changes of a file come one after the other")
    func waiting() throws {
        try inFolder { folder in
            let path = "\(folder)/count"
            try Files.replace(path, with: [0])
            DispatchQueue.concurrentPerform(iterations: 40) { _ in
                do {
                    try FileLock.hold(path) { try Files.replace(path, with: [Files.read(path)[0] + 1]) }
                } catch { Issue.record(error) }
            }
            #expect(try Files.read(path) == [40])
        }
    }

    @Test("A lock file that cannot be opened is an error with its path; a link in its way is not followed")
    func failures() throws {
        try inFolder { folder in
            let error = #expect(throws: SearchBusError.self) { try FileLock("\(folder)/none/a.lock") }
            #expect(error?.code == .dataDirectoryUnusable && error?.message.contains("none/a.lock") == true)
            symlink("\(folder)/a", "\(folder)/b.lock")
            #expect(throws: SearchBusError.self) { try FileLock.hold("\(folder)/b") {} }
        }
    }
}

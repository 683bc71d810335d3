// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Testing
import Wire

@testable import Runtime

/// How files with secrets are written: a key that was revoked must not be back after a power failure.
@Suite struct PrivateFileTests {
    /// Calls that note what is done, and write a few bytes at a time.
    private final class Recorder {
        var steps: [String] = []
        var interruptions = 0
        /// The step that fails, by its number, with which error.
        var failing: (step: Int, code: Int32)?

        private func note(_ step: String) -> Bool {
            if steps.last != step { steps.append(step) }
            guard let failing, steps.count == failing.step else { return true }
            errno = failing.code
            return false
        }

        var calls: PrivateFile.Calls {
            PrivateFile.Calls(
                write: { file, bytes in
                    guard self.note("write") else { return -1 }
                    self.interruptions += 1
                    guard self.interruptions % 3 != 0 else {
                        errno = EINTR
                        return -1
                    }
                    return Glibc.write(file, bytes.baseAddress, min(7, bytes.count))
                },
                sync: { file in
                    var status = stat()
                    fstat(file, &status)
                    return self.note(status.st_mode & S_IFMT == S_IFDIR ? "sync directory" : "sync file")
                        ? fsync(file) : -1
                },
                rename: { self.note("rename") ? Glibc.rename($0, $1) : -1 }
            )
        }
    }

    @Test(
        "Everything is written, however little the system takes at a time, and synchronized before and after the move"
    )
    func order() throws {
        let folder = try TemporaryFolder()
        let (path, recorder) = ("\(folder.path)/keys", Recorder())
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        try PrivateFile.write(bytes, to: path, by: recorder.calls)
        #expect(recorder.steps == ["write", "sync file", "rename", "sync directory"])
        #expect(PrivateFile.read(path, limit: 10_000) == .contents(bytes))
        try PrivateFile.write([1], to: path)
        #expect(PrivateFile.read(path, limit: 10_000) == .contents([1]))
    }

    @Test("Where a step fails it is said, and before the move the old content stays", arguments: 1...4)
    func failures(step: Int) throws {
        let folder = try TemporaryFolder()
        let (path, recorder) = ("\(folder.path)/keys", Recorder())
        try PrivateFile.write([1], to: path)
        recorder.failing = (step, ENOSPC)
        let error = #expect(throws: SearchBusError.self) {
            try PrivateFile.write([2, 2], to: path, by: recorder.calls)
        }
        #expect(error?.code == .dataDirectoryUnusable && error?.message.contains("No space left") == true)
        #expect(PrivateFile.read(path, limit: 10) == .contents(step < 4 ? [1] : [2, 2]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["keys"], "nothing is left over")
    }
}

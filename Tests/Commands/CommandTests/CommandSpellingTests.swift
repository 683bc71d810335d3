// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Testing
import Wire

@testable import searchbus

@Suite struct CommandSpellingTests {
    @Test(arguments: [
        ("statsu", "`searchbus` has no command `statsu`.", "Did you mean `searchbus status`?"),
        ("index improt a b", "`searchbus index` has no command `improt`.", "Did you mean `searchbus index import`?"),
        ("settings", "`searchbus` has no command `settings`.", "Did you mean `searchbus index settings`?"),
        ("serch --help", "`searchbus` has no command `serch`.", "Did you mean `searchbus index search`?"),
    ])
    func `an unknown command is refused with a suggestion`(
        _ line: String,
        _ message: String,
        _ remedy: String
    ) {
        let arguments = line.split(separator: " ").map(String.init)
        let problem = CommandSpelling.problem(in: arguments, of: SearchBusCommand.self)
        #expect(problem?.message == message && problem?.remedy == remedy && problem?.code.exitCode == 64)
    }

    @Test func `a word that is like nothing gets all commands`() {
        let problem = CommandSpelling.problem(in: ["xyzzyxyzzy"], of: SearchBusCommand.self)
        #expect(problem?.remedy.contains("init, up, demo") == true)
    }

    @Test(arguments: [
        "", "--help", "status x", "index", "index search lamp", "help statsu", "send s w i", "--version", "watch odd",
    ])
    func `everything else is left to the parser`(_ line: String) {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(CommandSpelling.problem(in: arguments, of: SearchBusCommand.self) == nil)
    }

    @Test func `an address that is taken is reported, and one that is free is not`() throws {
        let free = try ListenAddress(parsing: "127.0.0.1:0").withFreePort()
        try free.checkFree()
        let listener = try PortListener()
        let error = #expect(throws: SearchBusError.self) {
            try ListenAddress(parsing: "127.0.0.1:\(listener.port)").checkFree()
        }
        #expect(error?.code == .addressInUse && error?.message.contains("127.0.0.1:\(listener.port)") == true)
    }
}

/// A socket that listens on a port of its own until it is released.
private final class PortListener {
    let port: Int
    private let file: Int32

    init() throws {
        port = try #require(ListenAddress(parsing: "127.0.0.1:0").withFreePort().port)
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        try #require(isBound && listen(file, 1) == 0)
    }

    deinit { close(file) }
}

// SPDX-License-Identifier: MIT

import Supervisor
import Testing
import Wire

@testable import searchbus

@Suite struct SupervisorLinesTests {
    private let lines = SupervisorLines { "2026-01-01T00:00:00.000Z" }

    @Test func `what the supervisor does is a record with a word for programs`() throws {
        let line = try JSON(parsing: lines.line(.restarting(name: "gateway", .code(70), after: .milliseconds(100))))
        #expect(
            line == [
                "time": "2026-01-01T00:00:00.000Z", "level": "warning", "process": "supervisor",
                "component": "supervisor", "message": "gateway exited (code 70), restarting in 0.1 s",
                "event": "restarting", "about": "gateway",
            ]
        )
        #expect(try JSON(parsing: lines.line(.stopping))["event"] == "stopping")
        #expect(try JSON(parsing: lines.line(.gaveUp(name: "x", .code(64), nil)))["level"] == "error")
    }

    @Test func `no link lets anybody in`() throws {
        #expect(!lines.line(.ready(after: .seconds(1), link: "http://h/?token=SECRET")).contains("SECRET"))
    }

    @Test func `a record of a process keeps what it says and gets the process's name`() throws {
        let said =
            #"{"time":"2025-05-05T05:05:05.000Z","level":"error","message":"m","component":"price","correlation":"c","n":1}"#
        #expect(
            try JSON(parsing: lines.line(said, of: "interactor-price")) == [
                "time": "2025-05-05T05:05:05.000Z", "level": "error", "process": "interactor-price",
                "component": "price", "correlation": "c", "message": "m", "n": "1",
            ]
        )
    }

    @Test func `a line that is not a record becomes a message, within bounds`() throws {
        let line = try JSON(parsing: lines.line("error: no [busy]", of: "own"))
        #expect(line["level"] == "error" && line["message"] == "no [busy]" && line["component"] == "own")
        #expect(lines.line(String(repeating: "\"", count: 8192), of: "own").utf8.count < 4096)
    }
}

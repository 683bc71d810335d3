// SPDX-License-Identifier: MIT

import Bus
import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import Runtime
import Synchronization
import Testing
import Wire

@testable import Gateway

/// The gateway's reports about itself and other processes, over real connections.
@Suite(.oneAtATime) struct HTTPStatusTests {
    @Test("The app is described as the console needs it")
    func app() async throws {
        try await SharedGateway.use { gateway async throws in
            let json = try await gateway.ask("GET", "/api/app").json()
            #expect(json["name"] == "store" && json["epoch"] == "epoch1")
            #expect(json["widgets"]?.array?.map { $0["name"] } == ["box", "hits"])
            #expect(json["searchers"]?.array?.first?["backend"] == nil)
        }
    }

    @Test("The gateway reports once all others are ready: with the last report, the app is")
    func firstReport() async throws {
        let log = MemoryLog()
        let metrics = GatewayMetrics()
        let questions = Questions(log: log, limits: GatewayConfiguration.Limits(), metrics: metrics)
        let hub = StreamHub(log: log, metrics: metrics, logger: Logger(label: "test"), questions: questions)
        let pauses = Mutex(0)
        let pulse = GatewayPulse(
            hub: hub,
            log: log,
            metrics: metrics,
            problems: ProblemBoard(),
            absence: { _ in Absence() },
            waitingBytes: { 0 },
            endStreams: {},
            isReady: { pauses.withLock { $0 > 1 } },
            work: {},
            pause: { _ in
                // It is ready after the second pause; no third one ends.
                let number = pauses.withLock { pauses in
                    pauses += 1
                    return pauses
                }
                if number > 2 { try await Task.sleep(for: .seconds(3_600)) }
            }
        )
        let subscription = try await log.subscribe(to: [TopicPrefix(.status, "gateway")], after: .zero)
        let task = Task { try await pulse.run() }
        defer { task.cancel() }
        let events = try await subscription.next(until: .now.advanced(by: .seconds(20)))
        #expect(events.count == 1 && pauses.withLock { $0 } >= 2)
    }

    @Test("The status lists every process that reports or is supervised, including the gateway")
    func status() async throws {
        try await TestGateway.with { gateway async throws in
            let note = #"{"processes":[{"name":"interactor-box","pid":9,"restarts":3,"state":"starting"}]}"#
            try Data(note.utf8).write(to: URL(filePath: "\(gateway.directory)/supervisor.json"))
            try gateway.log.put("status/broker/", #"{"head":"00000000000000000077","log":{"events":5}}"#)
            try await eventually("the gateway has spoken") {
                let json = try await gateway.ask("GET", "/api/status").json()
                return json["processes"]?.array?.map { $0["name"] } == ["broker", "gateway", "interactor-box"]
            }
            let json = try await gateway.ask("GET", "/api/status").json()
            #expect(json["log"]?["events"] == 5 && json["head"] == "00000000000000000077")
            let processes = try #require(json["processes"]?.array)
            #expect(processes[1]["health"] == "running" && processes[1]["pid"] == JSON(Int(getpid())))
            #expect(processes[1]["reads"] == ["outcome/", "view/", "status/"])
            #expect(processes[2]["health"] == "starting" && processes[2]["restarts"] == 3)
            let metrics = try await gateway.ask("GET", "/metrics").text
            #expect(metrics.contains("searchbus_process_up{process=\"gateway\"} 1\n"))
            #expect(metrics.contains("searchbus_process_restarts_total{process=\"interactor-box\"} 3\n"))
        }
    }

    @Test("Readiness depends on the bus, health does not")
    func readiness() async throws {
        try await TestGateway.with(isBusConnected: { false }) { gateway async throws in
            let answer = try await gateway.ask("GET", "/readyz", hasKey: false)
            #expect(answer.status == 503 && answer.code == "broker-unavailable")
            #expect(try await gateway.ask("GET", "/healthz", hasKey: false).status == 200)
        }
        try await TestGateway.with { gateway async throws in
            @Sendable func speak(_ components: [String]) throws {
                let data: JSON = ["components": JSON(components)]
                try gateway.log.put("status/worker/", data.text)
            }
            try speak(["everything", "box", "hits"])
            let answer = try await gateway.ask("GET", "/readyz", hasKey: false)
            #expect(answer.status == 503 && answer.code == "component-failed" && !answer.text.contains("everything"))
            try await eventually("all statuses are received") {
                try speak(["state", "everything", "box", "hits"])
                return try await gateway.ask("GET", "/readyz", hasKey: false).status == 200
            }
        }
    }

    @Test("A problem of the broker makes the app not ready, names the cause to authorized clients, and is counted")
    func problems() async throws {
        try await TestGateway.with { gateway async throws in
            @Sendable func speak(_ problems: JSON) throws {
                let status: JSON = ["role": "broker", "problems": problems]
                try gateway.log.put("status/broker/", status.text)
                try gateway.log.put("status/worker/", #"{"components":["state","everything","box","hits"]}"#)
            }
            let problem: JSON = [
                "subject": "append", "code": "storage-full", "message": "The disk is full.",
                "remedy": "Free disk space.", "since": "2026-01-01T00:00:00Z",
            ]
            try await eventually("the problem is received") {
                try speak([problem])
                return try await gateway.ask("GET", "/readyz").text.contains("storage-full")
            }
            let named = try await gateway.ask("GET", "/readyz").json()
            #expect(named["detail"]?.string?.contains("broker: append: The disk is full. Free disk space.") == true)
            #expect(named["problems"]?.array?.first { $0["name"] == "broker" }?["subject"] == "append")
            try speak([problem])
            let open = try await gateway.ask("GET", "/readyz", hasKey: false)
            #expect(open.status == 503 && !open.text.contains("disk"))
            let metrics = try await gateway.ask("GET", "/metrics").text
            #expect(metrics.contains("searchbus_process_problems{process=\"broker\",code=\"storage-full\"} 1\n"))
            try await eventually("it is ready again") {
                try speak([])
                return try await gateway.ask("GET", "/readyz", hasKey: false).status == 200
            }
        }
    }

    @Test("Metrics are in the format of Prometheus, and count events")
    func metrics() async throws {
        try await TestGateway.with { gateway async throws in
            _ = try await gateway.ask("GET", "/none")
            _ = try await gateway.send("GET / HTTP/1.1\r\nHost: evil\r\n\r\n")
            _ = try await gateway.ask("GET", "/api/sessions/none")
            let text = try await gateway.ask("GET", "/metrics").text
            #expect(text.contains("searchbus_http_requests_total{route=\"other\",method=\"GET\",status=\"404\"} 1\n"))
            #expect(text.contains("route=\"/api/sessions/{session}\",method=\"GET\",status=\"404\"} 1\n"))
            #expect(text.contains("searchbus_http_refused_total{code=\"forbidden-host\"} 1\n"))
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                let parts = line.split(separator: " ")
                #expect(parts.count == 2 && Double(parts[1]) != nil, "\(line)")
            }
            var seen: Set<Substring> = []
            for line in text.split(separator: "\n") where line.hasPrefix("# TYPE") {
                #expect(seen.insert(line.split(separator: " ")[2]).inserted, "\(line)")
            }
        }
    }

    @Test("A part of the log is served with its filters")
    func log() async throws {
        try await TestGateway.with { gateway async throws in
            for number in 1...9 { try gateway.log.put("view/box/s\(number % 3)/", "{}", id: "e\(number)") }
            func ids(_ query: String) async throws -> [JSON?] {
                try await gateway.ask("GET", "/api/log?\(query)").json()["events"]?.array?.map { $0["event"]?["id"] }
                    ?? []
            }
            #expect(try await ids("limit=2") == ["e1", "e2"])
            #expect(try await ids("before=5&limit=2") == ["e3", "e4"])
            #expect(try await ids("topic=view/box/s1/&after=1") == ["e4", "e7"])
            #expect(try await ids("session=s2&before=9") == ["e2", "e5", "e8"])
            #expect(try await ids("correlation=e4") == ["e4"])
            #expect(try await gateway.ask("GET", "/api/log?limit=0").status == 400)
        }
    }

    @Test("The console's files are served by their exact path, and no other files are")
    func files() async throws {
        let web = NSTemporaryDirectory() + "web-\(Identifier.make())"
        try FileManager.default.createDirectory(atPath: "\(web)/src", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: web) }
        for (name, text) in [
            ("index.html", "<p>hi"), ("src/main.js", "1"), (".secret.js", "x"), ("notes.pdf", "x"), ("a b.css", "y"),
        ] {
            try Data(text.utf8).write(to: URL(filePath: "\(web)/\(name)"))
        }
        try FileManager.default.createSymbolicLink(atPath: "\(web)/link.txt", withDestinationPath: "/etc/passwd")
        try FileManager.default.createSymbolicLink(atPath: "\(web)/etc", withDestinationPath: "/etc")
        try await TestGateway.with(change: { $0.webDirectory = web }) { gateway async throws in
            let page = try await gateway.ask("GET", "/", hasKey: false)
            #expect(page.status == 200 && page.text == "<p>hi" && page["Content-Type"] == "text/html; charset=utf-8")
            let tag = try #require(page["ETag"])
            let again = try await gateway.ask(
                "GET",
                "/index.html",
                fields: [("If-None-Match", "\"x\", \(tag)")],
                hasKey: false
            )
            #expect(again.status == 304 && again.body.isEmpty)
            let script = try await gateway.ask("GET", "/src/main.js", hasKey: false)
            #expect(script["Content-Type"] == "text/javascript; charset=utf-8" && script["Cache-Control"] == "no-cache")
            #expect(try await gateway.ask("HEAD", "/", hasKey: false)["Content-Length"] == "5")
            for path in [
                "/.secret.js", "/notes.pdf", "/link.txt", "/etc/passwd", "/src", "/src/", "/src/../index.html",
                "/../index.html", "//index.html", "/%2e%2e/etc/passwd", "/src/%2e%2e/index.html", "/index.html%00",
                "/index.html/", "/INDEX.html", "/..%2f..%2fetc%2fpasswd", "/src\\main.js", "/./index.html",
            ] {
                #expect(try await gateway.ask("GET", path, hasKey: false).status == 404, "\(path)")
            }
            #expect(try await gateway.ask("POST", "/index.html", body: "{}").status == 404)
        }
    }

    @Test("During development, files are read again when they change")
    func development() throws {
        let web = NSTemporaryDirectory() + "web-\(Identifier.make())"
        try FileManager.default.createDirectory(atPath: web, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: web) }
        try Data("one".utf8).write(to: URL(filePath: "\(web)/index.html"))
        let files = try ConsoleFiles(
            directory: web,
            controllers: ["/controllers/x.js": "\(web)/x.js"].filter { _ in false }
        )
        let tag = files.response(to: "/")?.headers[.eTag]
        try Data("three".utf8).write(to: URL(filePath: "\(web)/index.html"))
        try Data("1".utf8).write(to: URL(filePath: "\(web)/new.js"))
        #expect(files.response(to: "/")?.headers[.eTag] == tag)
        files.refresh()
        #expect(files.response(to: "/")?.headers[.eTag] != tag)
        #expect(files.count == 3)
    }

    @Test("Two gateways cannot listen on one port, and the second one's error has a remedy")
    func addressInUse() async throws {
        try await SharedGateway.use { gateway async throws in
            let error = await #expect(throws: SearchBusError.self) {
                try await TestGateway.with(change: { configuration in
                    configuration.reach = GatewayReach(listen: try ListenAddress(parsing: gateway.host))
                }) { _ in }
            }
            #expect(error?.code == .addressInUse && error?.code.exitCode == 69)
        }
    }
}

// SPDX-License-Identifier: MIT

import Bus
import ProcessTesting
import Runtime
import Supervisor
import Testing
import Wire

@testable import searchbus

@Suite struct AppLocationTests {
    private func location(data: String? = nil, runtime: String? = nil, app: String? = nil) throws -> AppLocation {
        try AppLocation(.init(data: data, runtime: runtime, app: app), for: .changing)
    }

    @Test func `a data directory tells the runtime directory`() throws {
        let location = try location(data: "/data/store")
        #expect(location.runtime == "/data/store/run")
        #expect(location.indexes == "/data/store/indexes")
        #expect(location.note == nil)
    }

    @Test func `a runtime directory tells the data directory, by its place or by what the supervisor wrote`() throws {
        let folder = try makeTemporaryDirectory()
        defer { removeDirectory(folder) }
        #expect(try location(runtime: folder).data == "/tmp")
        let state = SupervisorState(pid: 1, app: "x", data: "/elsewhere", startedAt: "", link: nil, processes: [])
        try Files.replace("\(folder)/\(SupervisorState.fileName)", with: state.json.bytes)
        #expect(try location(runtime: folder).data == "/elsewhere")
        #expect(SupervisorState.read(from: folder) == state)
        #expect(SupervisorState.running(in: folder) == nil, "no process holds the directory")
    }

    @Test func `an app file tells the data directory, whatever else is wrong with it`() throws {
        let folder = try makeTemporaryDirectory()
        defer { removeDirectory(folder) }
        try Files.replace("\(folder)/x.yaml", with: Array("name: my shop\nsearchers: { a: { typ: 5 } }".utf8))
        #expect(try location(app: "\(folder)/x.yaml").data.hasSuffix("/.searchbus/my-shop"))
        try Files.replace("\(folder)/x.yaml", with: Array("searchers: {}".utf8))
        let error = #expect(throws: SearchBusError.self) { try location(app: "\(folder)/x.yaml") }
        #expect(error?.code == .invalidAppFile)
        #expect(throws: SearchBusError.self) { try location(app: "\(folder)/none.yaml") }
    }

    @Test func `where nothing listens a command says what to do`() throws {
        let location = try location(data: "/no/such")
        let error = #expect(throws: SearchBusError.self) { try location.connect() }
        #expect(error?.code == .brokerUnavailable)
        #expect(error?.remedy.contains("searchbus up") == true)
    }

    @Test(arguments: [("store", "store"), ("My shop/2", "My-shop-2"), ("..", "app"), ("", "app")])
    func `an app's name becomes the name of a folder`(name: String, folder: String) {
        #expect(AppLocation.folderName(for: name) == folder)
    }

    @Test func `a folder stands for the app file in it`() throws {
        let folder = try makeTemporaryDirectory()
        defer { removeDirectory(folder) }
        #expect(throws: SearchBusError.self) { try AppFilePath(folder) }
        try Files.replace("\(folder)/searchbus.yaml", with: Array("name: x".utf8))
        let file = try AppFilePath(folder)
        #expect(file.shown == "\(folder)/searchbus.yaml")
        #expect(file.folder == folder)
    }
}

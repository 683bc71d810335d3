// SPDX-License-Identifier: MIT

import AppModel
import Broker
import Bus
import Cases
import Runtime
import Wire

/// Makes the case of a session on the log.
struct SessionCase {
    private let session: String
    private let location: AppLocation
    private let file: AppFilePath
    private let app: App

    /// - Throws: `SearchBusError` for an app file that cannot be used, or is that of another app.
    init(_ session: String, _ location: AppLocation, app path: String?) throws {
        (self.session, self.location) = (session, location)
        file = try AppFilePath(path)
        app = try CaseApp.load(file)
        guard let running = location.runningApp(), running.name != app.name else { return }
        throw SearchBusError(
            .invalidAppFile,
            "\(file.shown) is the app `\(app.name)`, and the session is one of `\(running.name)`.",
            remedy: "Name the app file with --app."
        )
    }

    /// Reads the session.
    ///
    /// - Returns: The case, and what a reader of it should know.
    /// - Throws: `SearchBusError` for a session without its beginning, or an index that cannot be read.
    func record(_ log: SessionLog) throws -> (recorded: Case, notes: [String]) {
        var recorder = CaseRecorder(session: session)
        var place = SequenceNumber.zero
        while true {
            let page = try log.events(of: session, after: place)
            guard !page.events.isEmpty else { break }
            for (topic, body) in page.events {
                let topic = try Topic(parsing: topic)
                do {
                    try recorder.take(try Event(topic: topic, body: body))
                } catch let error as JSONError {
                    throw SearchBusError(.invalidEvent, "Invalid event under \(topic): \(error)")
                }
            }
            place = page.through
        }
        let (steps, notes) = try recorder.finish()
        let recorded = Case(
            version: Release.version,
            app: String(decoding: try Files.read(file.path), as: UTF8.self),
            indexes: try app.recordsDigests(in: location.data),
            steps: steps
        )
        return (recorded, notes + self.notes(on: steps))
    }

    /// What the session shows that the app file does not have.
    private func notes(on steps: [CaseStep]) -> [String] {
        let topics = steps.flatMap { $0.changes.map { Array($0.keys) } ?? [] }
        // A page of a list is a topic of its own: `hits.1`.
        let shown = Set(topics.map { String($0.prefix { $0 != "." }) })
        let gone = shown.subtracting(app.widgets.map(\.name) + ["session"]).sorted()
        guard !gone.isEmpty else { return [] }
        let names = gone.map { "`\($0)`" }.joined(separator: ", ")
        return ["The app has changed since the session: \(file.shown) has no \(names)."]
    }
}

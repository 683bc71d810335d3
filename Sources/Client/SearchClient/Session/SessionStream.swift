// SPDX-License-Identifier: MIT

import Wire

/// The one event stream of a session: opened, read into the hub, and resumed where it stopped.
actor SessionStream {
    private let client: GatewayClient
    private let session: String
    private let settings: SessionSettings
    private let hub: ViewHub
    private var parser: ServerSentEventParser
    private var reconnect: ReconnectStateMachine
    private var place = ""

    init(_ client: GatewayClient, session: String, settings: SessionSettings, hub: ViewHub) {
        self.client = client
        self.session = session
        self.settings = settings
        self.hub = hub
        parser = ServerSentEventParser(limit: settings.eventLimit)
        reconnect = ReconnectStateMachine(backoff: settings.backoff)
    }

    /// Follows the stream until the task is cancelled, or the failure is permanent.
    func run() async {
        while !Task.isCancelled {
            hub.note(.connecting)
            let end = await follow()
            guard !Task.isCancelled else { return }
            switch reconnect.next(after: end, jitter: settings.jitter()) {
            case .wait(let duration):
                hub.note(.waiting)
                // A wait that is cancelled ends the loop.
                try? await settings.pause(duration + (parser.retry ?? .zero))
            case .createSession:
                // Errors of this show when the stream is requested again.
                try? await client.ensureSession(session, link: nil)
            case .stop(let error):
                hub.note(.failed(error))
                hub.report(error)
                return
            }
        }
    }

    private func follow() async -> ReconnectStateMachine.End {
        parser = ServerSentEventParser(limit: settings.eventLimit, lastID: place)
        do {
            let answer = try await client.follow(session, after: place) { [weak self] in try await self?.take($0) }
            return answer.isGood ? .broken : .refused(GatewayProblem(answer))
        } catch let error as SearchBusError where error.code == .tooLarge {
            return .beyondLimit(error)
        } catch {
            return .broken
        }
    }

    private func take(_ bytes: [UInt8]) throws {
        for event in try parser.feed(bytes) {
            do {
                try hub.take(StreamMessage(event), size: event.data.count)
            } catch let error as JSONError {
                // An invalid event is reported, and does not end the stream: the next view of the widget is complete.
                hub.report(SearchBusError(.malformedJSON, "An event `\(event.name)` is invalid: \(error)"))
            }
            place = event.lastID
            reconnect.noteEvent()
            hub.note(.open)
        }
    }
}

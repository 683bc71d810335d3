// SPDX-License-Identifier: MIT

import Bus
import Cases
import Synchronization
import Wire

/// The screens of the sessions of a test, kept up to date from the bus.
final class SessionScreens: Sendable {
    struct State: Sendable {
        var screen = SessionScreen()
        var lastEvent = ContinuousClock.now
        /// The time of the last event, as its sender wrote it.
        var lastTime: Timestamp?
        var failure: SearchBusError?
    }

    private static let kinds: [Topic.Kind] = [.view, .request, .results, .search, .outcome]

    private let states = Mutex<[String: State]>([:])
    private let failure = Mutex<SearchBusError?>(nil)

    func open(_ session: String) { states.withLock { $0[session] = State() } }

    func close(_ session: String) { states.withLock { $0[session] = nil } }

    func state(of session: String) -> State {
        var state = states.withLock { $0[session] } ?? State()
        state.failure = state.failure ?? failure.withLock { $0 }
        return state
    }

    /// Reads the bus until cancelled.
    ///
    /// - Throws: `SearchBusError` where it cannot be subscribed to.
    func follow(_ log: any EventLog) async throws -> Task<Void, Never> {
        let subscription = try await log.subscribe(to: Self.kinds.map { TopicPrefix($0) }, after: .zero)
        return Task {
            defer { subscription.cancel() }
            do {
                while !Task.isCancelled { take(try await subscription.next()) }
            } catch let error as SearchBusError {
                failure.withLock { $0 = error }
            } catch {}
        }
    }

    private func take(_ events: [Event]) {
        states.withLock { states in
            for event in events.sorted(by: { $0.sequence < $1.sequence }) {
                guard let session = event.topic.session, var state = states.removeValue(forKey: session) else {
                    continue
                }
                state.lastEvent = .now
                state.lastTime = .now()
                do {
                    _ = try state.screen.take(event)
                } catch {
                    state.failure = SearchBusError(.invalidEvent, "Invalid event under \(event.topic): \(error)")
                }
                states[session] = state
            }
        }
    }
}

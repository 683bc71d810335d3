// SPDX-License-Identifier: MIT

import Bus
import NIOCore
import Wire

/// The missing processes, for waiting clients.
struct Absence: Sendable, Hashable {
    /// The processes, by name.
    private(set) var processes: [String] = []
    /// The components that they host.
    private(set) var components: [String] = []

    /// Why no intent can be accepted at the moment; `nil` if intents are accepted.
    var problem: ProcessProblem?

    init(processes: [String] = []) {
        self.processes = processes
    }

    /// Whether there is nothing to report.
    var isEmpty: Bool { processes.isEmpty && problem == nil }

    mutating func insert(_ process: String, _ hosted: [String]) {
        processes = (processes + [process]).sorted()
        components = Set(components + hosted).sorted()
    }

    /// The message for streams.
    var message: ByteBuffer {
        var data = JSONObject([("silent", JSON(processes)), ("components", JSON(components))])
        // The remedy is for operators; any client with a session may read this.
        if let error = problem?.error {
            data["problem"] = ["code": .string(error.code.rawValue), "message": .string(error.message)]
        }
        return ServerSentEvent.message("health", JSON.object(data).bytes)
    }
}

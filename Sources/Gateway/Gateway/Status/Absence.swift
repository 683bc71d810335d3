// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import NIOCore
import Wire

/// Who should be at work and is not, for those who wait.
struct Absence: Sendable, Hashable {
    /// The processes, by name.
    private(set) var processes: [String] = []
    /// The components that they host.
    private(set) var components: [String] = []

    /// Why no intent can be accepted at the moment; `nil` where intents are accepted.
    var problem: ProcessProblem?

    init(processes: [String] = []) {
        self.processes = processes
    }

    /// Whether there is nothing to tell.
    var isEmpty: Bool { processes.isEmpty && problem == nil }

    mutating func insert(_ process: String, _ hosted: [String]) {
        processes = (processes + [process]).sorted()
        components = Set(components + hosted).sorted()
    }

    /// What streams are told.
    var message: ByteBuffer {
        var data = JSONObject([("silent", JSON(processes)), ("components", JSON(components))])
        // The remedy is for operators; anybody with a session may read this.
        if let error = problem?.error {
            data["problem"] = ["code": .string(error.code.rawValue), "message": .string(error.message)]
        }
        return ServerSentEvent.message("health", JSON.object(data).bytes)
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore
import Wire

/// Who should be at work and is not, for those who wait.
struct Absence: Sendable, Hashable {
    /// The processes, by name.
    private(set) var processes: [String] = []
    /// The components that they host.
    private(set) var components: [String] = []

    init(processes: [String] = []) {
        self.processes = processes
    }

    var isEmpty: Bool { processes.isEmpty }

    mutating func insert(_ process: String, _ hosted: [String]) {
        processes = (processes + [process]).sorted()
        components = Set(components + hosted).sorted()
    }

    /// What streams are told.
    var message: ByteBuffer {
        let data: JSON = ["silent": JSON(processes), "components": JSON(components)]
        return ServerSentEvent.message("health", data.bytes)
    }
}

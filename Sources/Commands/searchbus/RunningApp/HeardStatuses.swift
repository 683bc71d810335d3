// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Wire

/// What processes said of themselves: those of this machine, and those of others that share its log.
struct HeardStatuses: Sendable {
    /// What this machine is called; `nil` where it shares its log with none.
    let machine: String?
    /// What this machine's processes said, by name.
    private(set) var own: [String: JSON] = [:]
    /// What those of others said, by machine and name.
    private(set) var others: [String: [String: JSON]] = [:]
    /// How many machines are told of.
    private static let machineLimit = 256

    init(machine: String? = nil, own: [String: JSON] = [:]) {
        self.machine = machine
        self.own = own
    }

    /// A process has spoken.
    mutating func received(_ data: JSON, from name: String) {
        guard let machine, let other = data["machine"]?.string, other != machine, Name.isValid(other) else {
            own[name] = data
            return
        }
        guard others[other] != nil || others.count < Self.machineLimit else { return }
        others[other, default: [:]][name] = data
    }
}

// SPDX-License-Identifier: MIT

/// What a machine does, of those that share a log.
public enum MachineRole: String, Sendable, Hashable, CaseIterable {
    /// It works for sessions: searches, keeps what they ask for, makes views.
    case workers
    /// It serves the console and HTTP.
    case gateway
}

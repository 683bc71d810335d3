// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What `configure` shows.
public struct ConfigureView: PhasedView, Hashable {
    public let status: ViewStatus
    /// All parameters of the first searcher, by name.
    public let parameters: [String: JSON]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        let members = try json.requiredObject("parameters").object?.members ?? []
        parameters = Dictionary(members.map { ($0.key, $0.value) }) { $1 }
    }
}

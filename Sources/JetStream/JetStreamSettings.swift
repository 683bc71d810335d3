// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NATS

/// Where a journal is.
public struct JetStreamSettings: Sendable {
    public var connection: NATSConnection.Options
    /// The app: a name.
    public var app: String
    /// Which part of the app's sessions, from 0.
    public var shard: Int
    /// On how many servers each entry is kept, 1 to 5.
    public var replicas: Int

    public init(_ connection: NATSConnection.Options, app: String, shard: Int = 0, replicas: Int = 1) {
        self.connection = connection
        self.app = app
        self.shard = shard
        self.replicas = replicas
    }

    /// The stream's name.
    var stream: String { "SEARCHBUS_\(app)_\(shard)" }
    /// What entries are handed in on.
    var input: String { "searchbus.\(app).\(shard).in" }
    /// What brokers tell each other on that is not kept.
    var aside: String { "searchbus.\(app).\(shard).aside" }
    /// What the server tells on that an entry has its place.
    var output: String { "searchbus.\(app).\(shard).out" }
}

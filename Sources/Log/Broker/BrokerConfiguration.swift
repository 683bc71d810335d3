// SPDX-License-Identifier: MIT

/// How a broker is to work.
public struct BrokerConfiguration: Sendable {
    /// What a commit promises.
    public enum Durability: String, Sendable, CaseIterable {
        /// What was acknowledged survives the death of every process.
        case process
        /// It survives the loss of power too; each commit waits for the disk.
        case power
    }

    /// Extra endpoints on loopback, for other users and programs that know no `ipc`.
    public struct TCP: Sendable {
        public var commandPort: Int
        public var eventPort: Int
        /// Whether appends are taken there.
        public var allowsAppend: Bool

        public init(commandPort: Int = 5560, eventPort: Int = 5561, allowsAppend: Bool = false) {
            self.commandPort = commandPort
            self.eventPort = eventPort
            self.allowsAppend = allowsAppend
        }
    }

    /// Where the log lives.
    public var dataDirectory: String
    package var logPath: String { "\(dataDirectory)/log.sqlite" }
    /// Where the sockets live.
    public var runtimeDirectory: String
    public var durability: Durability
    /// The size above which the oldest events go, in bytes.
    public var retentionBytes: Int
    /// How long a session without events is kept.
    public var sessionLifetime: Duration
    public var tcp: TCP?
    /// Opens a log that brokers share, with its journal; `nil` for a log of this broker alone.
    package var openShared: (@Sendable (BrokerConfiguration) throws -> (LogStore, any Journal))?
    /// Whether the broker ends when its standard input does, because its parent has ended.
    public var endsWithStandardInput: Bool

    public init(
        dataDirectory: String,
        runtimeDirectory: String,
        durability: Durability = .process,
        retentionBytes: Int = 256 << 20,
        sessionLifetime: Duration = .seconds(30 * 86_400),
        tcp: TCP? = nil,
        endsWithStandardInput: Bool = false
    ) {
        self.dataDirectory = dataDirectory
        self.runtimeDirectory = runtimeDirectory
        self.durability = durability
        self.retentionBytes = retentionBytes
        self.sessionLifetime = sessionLifetime
        self.tcp = tcp
        self.endsWithStandardInput = endsWithStandardInput
    }
}

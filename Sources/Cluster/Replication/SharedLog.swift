// SPDX-License-Identifier: MIT

import Broker
import Bus
import Runtime
import Wire

/// A log that several brokers share.
public enum SharedLog {
    /// How long servers are waited for before the machine's own copy of the log is read without them.
    private static let journalTimeout: Duration = .seconds(5)

    /// The configuration of a broker that shares its log.
    ///
    /// - Parameters:
    ///   - configuration: Its other options.
    ///   - makeOrder: Connects to the order that the brokers share. It is called on the broker's thread, or on another while that
    ///     one waits or reads from its own log.
    /// - Returns: The configuration.
    public static func configuration(
        _ configuration: BrokerConfiguration,
        _ makeOrder: @escaping @Sendable () throws -> any MessageOrder
    ) -> BrokerConfiguration {
        var configuration = configuration
        configuration.openShared = { configuration in
            let order = try begin(configuration, makeOrder)
            do {
                let (path, durability) = (configuration.logPath, configuration.durability)
                let store = try LogStore(path: path, durability: durability, journal: order.epoch)
                do {
                    return (store, try ReplicatedJournal(order, of: store))
                } catch {
                    try? store.close()
                    throw error
                }
            } catch {
                order.close()
                throw error
            }
        }
        return configuration
    }

    /// The order, and a log with which it can be followed; if no server is reached and the node has a log, one that is reached
    /// later.
    private static func begin(
        _ configuration: BrokerConfiguration,
        _ makeOrder: @escaping @Sendable () throws -> any MessageOrder
    ) throws -> any MessageOrder {
        let path = configuration.logPath
        var reached: (any MessageOrder)?
        if let log = try ReplicaLog(path: path), log.mayBeShown {
            let late = try LateJournal(of: path, epoch: log.epoch, makeOrder)
            reached = try late.firstAttempt(within: journalTimeout)
            if reached == nil {
                let reason = late.obstacle.map { ": \($0)" } ?? ""
                Executable.warn("This machine's copy of the log is read until the log's servers are reached\(reason)")
                return late
            }
        }
        // A broker without a log has nothing to show before they are.
        let order = try reached ?? makeOrder()
        try ReplicaStart.prepare(configuration.dataDirectory, for: order)
        return order
    }
}

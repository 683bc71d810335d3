// SPDX-License-Identifier: MIT

import AppModel
import Wire

/// What a log that several machines share needs of this machine.
enum SharedLog {
    #if JETSTREAM
        /// Whether the executables were built with NATS.
        static let isBuiltIn = true
    #else
        /// Whether the executables were built with NATS.
        static let isBuiltIn = false
    #endif

    /// What `searchbus check` says where the executables were built without NATS.
    static let warning = "`log` is of the type jetstream, and this SearchBus was built without NATS"

    /// What to do about executables that were built without NATS.
    static let remedy = "Install libnats-dev and build with SEARCHBUS_JETSTREAM=1; or remove `log` from the app file."

    /// Finds out, before anything is started, whether this machine can have the log that an app asks for.
    ///
    /// - Throws: `SearchBusError` with `library-missing`, or with `invalid-argument` for a name
    ///   or roles without a cluster.
    static func check(_ log: LogConfiguration, isMachineGiven: Bool, isBuiltIn: Bool = isBuiltIn) throws {
        guard log.isShared else {
            guard isMachineGiven else { return }
            throw SearchBusError(
                .invalidArgument,
                "--machine and --roles need a shared log, and this app has a local one.",
                remedy: "Write `log: { type: jetstream, servers: […] }` into the app file, or name a --journal."
            )
        }
        guard isBuiltIn else {
            throw SearchBusError(
                .libraryMissing,
                "The app's log is in NATS JetStream, and this SearchBus was built without NATS.",
                remedy: remedy
            )
        }
    }
}

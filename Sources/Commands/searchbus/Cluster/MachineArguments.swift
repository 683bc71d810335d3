// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Runtime
import Supervisor
import Wire

/// What a machine is among those that share a log.
struct MachineArguments: ParsableArguments {
    @Option(help: "The name of this machine, if machines share a log (default: the host name).")
    var machine: String?
    @Option(
        parsing: .upToNextOption,
        help: "The roles of this machine, if machines share a log: workers, gateway or both."
    )
    var roles = MachineRole.allCases
    @Flag(help: "Run three machines and three NATS servers on this one, to try a shared log.")
    var clusterDemo = false

    func validate() throws {
        guard machine.map(Name.isValid) ?? true else {
            throw ValidationError("--machine takes 1 to 64 letters, digits, `_` or `-`.")
        }
        guard !roles.isEmpty else { throw ValidationError("--roles is workers, gateway or both.") }
    }

    var name: String { machine ?? Machine.name ?? Machine.hostName() }

    /// Whether something is said that is for machines alone that share a log.
    var isGiven: Bool { machine != nil || Set(roles) != Set(MachineRole.allCases) }
}

extension MachineRole: ExpressibleByArgument {}

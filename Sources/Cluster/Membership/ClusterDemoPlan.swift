// SPDX-License-Identifier: MIT

import Supervisor
import Wire

/// A cluster for trying, on one machine: three servers that order events, and three machines of which each has data of its own.
public struct ClusterDemoPlan: Sendable, Hashable {
    /// What runs as if it were a machine of its own: `searchbus up` with its own data directory and address.
    public struct Machine: Sendable, Hashable {
        public let name: String
        /// Where its log and its indexes live.
        public let data: String
        /// Where its gateway listens.
        public let listen: String

        /// Its process, and where messages stand, itself.
        public var process: String { "machine-\(name)" }
        /// Where its sockets and its state file live.
        public var runtime: String { RuntimeDirectory.path(forData: data) }
    }

    /// A server of NATS.
    public struct Server: Sendable, Hashable {
        /// What it is called; also its process.
        public let name: String
        /// What machines connect to.
        public let clientPort: Int
        /// What the other servers connect to.
        public let routePort: Int
        /// What answers how it is.
        public let monitorPort: Int

        /// Its address as machines know it.
        public var address: String { "nats://127.0.0.1:\(clientPort)" }
    }

    /// The names of the machines.
    public static let names = ["a", "b", "c"]
    /// How many ports the servers need.
    public static let portCount = 3 * names.count
    /// How much a server may write.
    private static let largestStore = "4G"
    /// How long a machine may take to end in order.
    private static let machinePatience: Duration = .seconds(12)
    /// A machine may take long to start: it is not killed for that.
    private static let startPatience: Duration = .seconds(600)

    /// Where everything of it lives.
    public let folder: String
    public let machines: [Machine]
    public let servers: [Server]
    private let executable: String
    private let natsServer: String
    private let app: String
    private let options: [String]

    /// - Parameters:
    ///   - folder: Where everything of it lives.
    ///   - listen: Where the gateways listen, one for each machine.
    ///   - ports: Free ports of this machine, `portCount` of them.
    ///   - app: The app file.
    ///   - executable: The executable of `searchbus`.
    ///   - natsServer: The executable of NATS's server.
    ///   - options: Further options of every node's `searchbus up`.
    public init(
        folder: String,
        listen: [String],
        ports: [Int],
        app: String,
        executable: String,
        natsServer: String,
        options: [String] = []
    ) {
        self.folder = folder
        self.app = app
        self.executable = executable
        self.natsServer = natsServer
        self.options = options
        machines = zip(Self.names, listen).map { Machine(name: $0, data: "\(folder)/\($0)", listen: $1) }
        servers = zip(Self.names, stride(from: 0, through: ports.count - 3, by: 3)).map { name, first in
            Server(
                name: "nats-\(name)",
                clientPort: ports[first],
                routePort: ports[first + 1],
                monitorPort: ports[first + 2]
            )
        }
    }

    /// Where the configuration of a server stands.
    public func configurationPath(of server: Server) -> String { "\(folder)/\(server.name).conf" }

    public func configuration(of server: Server) -> String {
        let routes = servers.map { "nats://127.0.0.1:\($0.routePort)" }.joined(separator: ", ")
        return """
            server_name: \(server.name)
            listen: "127.0.0.1:\(server.clientPort)"
            http: "127.0.0.1:\(server.monitorPort)"
            jetstream { store_dir: "\(Self.quoted("\(folder)/\(server.name)"))", max_mem: 64M, max_file: \(Self.largestStore) }
            cluster { name: searchbus, listen: "127.0.0.1:\(server.routePort)", routes: [\(routes)] }

            """
    }

    private static func quoted(_ path: String) -> String {
        path.reduce(into: "") { $0 += ["\\", "\""].contains($1) ? "\\\($1)" : String($1) }
    }

    /// The processes: the servers first, the machines once they order.
    public var processes: [ProcessDefinition] {
        servers.map(process) + machines.map(process)
    }

    private func process(_ server: Server) -> ProcessDefinition {
        let (executable, arguments) = CustomCommand.guarded([natsServer, "-c", configurationPath(of: server)])
        return ProcessDefinition(
            name: server.name,
            role: .broker,
            executable: executable,
            arguments: arguments,
            inheritance: .usual(and: [])
        )
    }

    private func process(_ machine: Machine) -> ProcessDefinition {
        let (executable, arguments) = CustomCommand.guarded(
            [executable, "up", app, "--machine", machine.name, "--data", machine.data, "--listen", machine.listen]
                + servers.flatMap { ["--journal", $0.address] }
                + ["--journal-replicas", "\(servers.count)", "--log", "json"] + options
        )
        return ProcessDefinition(
            name: machine.process,
            role: .worker,
            executable: executable,
            arguments: arguments,
            readiness: .statusOrAge(Self.startPatience),
            patience: Self.machinePatience
        )
    }
}

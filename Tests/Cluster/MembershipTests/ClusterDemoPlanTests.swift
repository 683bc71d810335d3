// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Membership
@testable import Supervisor

/// The parts of a demo cluster.
@Suite struct ClusterDemoPlanTests {
    private let plan = ClusterDemoPlan(
        folder: "/data \"x\"",
        listen: ["127.0.0.1:8080", "127.0.0.1:8081", "127.0.0.1:8082"],
        ports: Array(1...9),
        app: "/apps/shop.yaml",
        executable: "/bin/sb/searchbus",
        natsServer: "/usr/sbin/nats-server",
        options: ["--no-auth"]
    )

    @Test func `the servers start first, and each machine knows all of them`() throws {
        let processes = plan.processes
        #expect(processes.map(\.name) == ["nats-a", "nats-b", "nats-c", "machine-a", "machine-b", "machine-c"])
        #expect(processes.map(\.role) == [.broker, .broker, .broker, .worker, .worker, .worker])
        #expect(processes[0].arguments.suffix(3) == ["/usr/sbin/nats-server", "-c", "/data \"x\"/nats-a.conf"])
        let command = processes[4].arguments.drop { $0 != "/bin/sb/searchbus" }.joined(separator: " ")
        #expect(
            command.hasPrefix("/bin/sb/searchbus up /apps/shop.yaml --machine b ")
                && command.contains("--data /data \"x\"/b --listen 127.0.0.1:8081")
                && command.contains(
                    "--journal nats://127.0.0.1:1 --journal nats://127.0.0.1:4 --journal nats://127.0.0.1:7 --journal-replicas 3"
                ) && command.hasSuffix("--log json --no-auth"),
            "\(command)"
        )
    }

    @Test func `each server has ports and a store of its own, and reaches the others`() {
        let text = plan.configuration(of: plan.servers[1])
        #expect(text.contains("server_name: nats-b\nlisten: \"127.0.0.1:4\"\nhttp: \"127.0.0.1:6\"\n"))
        #expect(text.contains(#"store_dir: "/data \"x\"/nats-b""#))
        #expect(
            text.contains(
                #"listen: "127.0.0.1:5", routes: [nats://127.0.0.1:2, nats://127.0.0.1:5, nats://127.0.0.1:8]"#
            )
        )
    }

    @Test func `a machine gets the time that it needs to end in order`() throws {
        var machine = SupervisorStateMachine([plan.processes[3]])
        _ = machine.start(now: .zero)
        _ = machine.started("machine-a", pid: 7, now: .zero)
        _ = machine.stop(now: .seconds(1))
        #expect(machine.tick(now: .seconds(1) + SupervisorStateMachine.patience).isEmpty)
        #expect(machine.tick(now: .seconds(13)).contains(.signal(pid: 7, .kill)))
    }
}

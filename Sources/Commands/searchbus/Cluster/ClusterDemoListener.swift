// SPDX-License-Identifier: MIT

import Bus
import CurlClient
import Dispatch
import Membership
import Runtime
import SearchModel
import Supervisor
import Wire

/// Looks which servers and machines of a cluster for trying are at work: they share no bus that could tell.
struct ClusterDemoListener: StatusListener {
    private static let interval: Duration = .milliseconds(500)

    let plan: ClusterDemoPlan
    /// Called for each node that becomes ready, with its console's address.
    let onReady: @Sendable (ClusterDemoPlan.Machine, _ address: String) -> Void

    func listen(_ heard: @escaping @Sendable (HeardStatus) async -> Void) async {
        await withTaskGroup { group in
            for server in plan.servers { group.addTask { await follow(server, heard) } }
            for machine in plan.machines { group.addTask { await follow(machine, heard) } }
        }
    }

    /// A server counts as at work once it orders with the others; from then on for as long as it answers at all, since
    /// those that are left alone are not to be killed for it.
    private func follow(
        _ server: ClusterDemoPlan.Server,
        _ heard: @escaping @Sendable (HeardStatus) async -> Void
    ) async {
        var hasOrdered = false
        repeat {
            if await answers(server.monitorPort, path: hasOrdered ? "/varz" : "/healthz") {
                hasOrdered = true
                await heard(HeardStatus(name: server.name, pid: nil))
            }
        } while (try? await Task.sleep(for: Self.interval)) != nil
    }

    private func follow(
        _ machine: ClusterDemoPlan.Machine,
        _ heard: @escaping @Sendable (HeardStatus) async -> Void
    ) async {
        var ready: Int?
        repeat {
            guard let state = SupervisorState.running(in: machine.runtime) else { continue }
            // What it does about its own processes is its own business, once all of them have worked.
            if ready != state.pid {
                let works = state.processes.allSatisfy {
                    $0.state == .running || WorkerKind.ownWidget.hasProcess($0.name)
                }
                guard works, let link = state.link else { continue }
                ready = state.pid
                onReady(machine, link)
            }
            await heard(HeardStatus(name: machine.process, pid: nil))
        } while (try? await Task.sleep(for: Self.interval)) != nil
    }

    /// Whether a server of this machine answers a question well.
    private func answers(_ port: Int, path: String) async -> Bool {
        let request = LoopbackRequest(
            address: .address(host: "127.0.0.1", port: port),
            path: path,
            bearer: nil,
            method: "GET"
        )
        return await withCheckedContinuation { continuation in
            // The call waits for the other program, which is nothing for the threads that tasks share.
            DispatchQueue.global().async {
                continuation.resume(returning: (try? request.send())?.status == 200)
            }
        }
    }
}

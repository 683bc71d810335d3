// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Supervisor

/// What runs of an app, while its file, the programs that it names and this machine's part of the work change.
actor RunningPlan {
    private var plan: ProcessPlan
    private(set) var app: App
    private var stamps: [String: FileStamp]
    private var before: [String: FileStamp]

    init(_ plan: ProcessPlan, _ app: App, _ stamps: [String: FileStamp]) {
        self.plan = plan
        self.app = app
        self.stamps = stamps
        before = stamps
    }

    /// Looks at the files.
    ///
    /// - Parameter changed: The app, where its file has changed.
    /// - Returns: What is to run, where that is something else.
    func look(at changed: App?) -> [ProcessDefinition]? {
        // What is being written changes from one look to the next.
        let now = stamps.merging(plan.stamps(of: changed ?? app)) { $1 }
        let isWritten = now != stamps && now == before
        before = now
        guard changed != nil || isWritten else { return nil }
        app = changed ?? app
        stamps = now
        return plan.processes(of: app, stamps: stamps)
    }

    /// The processes of this node if it owns these shards.
    func work(for shards: [Int]) -> [ProcessDefinition] {
        if let count = plan.shards?.count { plan.shards = HostShards(shards, of: count) }
        return plan.processes(of: app, stamps: stamps)
    }
}

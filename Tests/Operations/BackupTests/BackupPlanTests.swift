// SPDX-License-Identifier: MIT

import Backup
import Testing

@Suite struct BackupPlanTests {
    private func entry(_ name: String, isFile: Bool = true, isPrivate: Bool = false) -> BackupPlan.Entry {
        BackupPlan.Entry(name: name, isFile: isFile, isPrivate: isPrivate)
    }

    private var entries: [BackupPlan.Entry] {
        [
            entry("log.sqlite"), entry("log.sqlite-wal"), entry("log.sqlite-places", isPrivate: true),
            entry("insights.sqlite"), entry("insights.sqlite-wal"), entry("indexes", isFile: false),
            entry("run", isFile: false, isPrivate: true), entry("broker.lock", isPrivate: true),
            entry("gateway.secret", isPrivate: true), entry("notes.txt"), entry("restore.new", isFile: false),
            entry("before-restore-20260102T030405", isFile: false),
        ]
    }

    @Test func `databases of components are copied, secrets only where it is asked for`() {
        let plan = BackupPlan(entries, withSecrets: false)
        #expect(plan.databases == ["insights.sqlite"])
        #expect(plan.secrets.isEmpty)
        #expect(plan.leftOut == ["gateway.secret", "notes.txt"])
        let whole = BackupPlan(entries, withSecrets: true)
        #expect(whole.secrets == ["gateway.secret"])
        #expect(whole.leftOut == ["notes.txt"])
    }

    @Test func `a restore puts aside what belongs to the log that goes`() {
        let outgoing = BackupPlan(entries, withSecrets: true).outgoing
        #expect(Set(outgoing) == ["log.sqlite-wal", "log.sqlite-places", "insights.sqlite", "insights.sqlite-wal"])
    }
}

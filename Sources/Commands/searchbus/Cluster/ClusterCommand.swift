// SPDX-License-Identifier: MIT

import ArgumentParser

struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Move an app to a log shared by several machines, and back.",
        subcommands: [ClusterFoundCommand.self, ClusterLeaveCommand.self]
    )
}

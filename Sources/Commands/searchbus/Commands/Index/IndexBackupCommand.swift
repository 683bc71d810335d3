// SPDX-License-Identifier: MIT

import ArgumentParser
import Broker
import Runtime
import SearchIndex
import Supervisor
import Wire

struct IndexBackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy an index into a folder.",
        discussion: """
            Copies the newest version, also while the index is searched and changed, and verifies the copy. The \
            folder is created in one step. On the same disk it shares the index's immutable files, and takes no \
            space until the index has new ones; copy it to another disk to survive the loss of this one.

            Exit codes: 0 done; 64 the folder exists already; 66 no such index; 74 a damaged index, or a disk \
            failure.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Argument(help: "The folder, which does not exist yet.", completion: .directory) var folder: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let location = try options.location()
            let directory = IndexDirectory(path: location.indexes)
            _ = try directory.summary(of: name)
            var bar = ReadingBar(title: name, terminal: json ? nil : .error)
            let pace = Politeness.pace(besideLogOf: location.data)
            let result = try directory.backUp(name, to: RuntimeDirectory.absolute(folder), onPiece: pace.settle) {
                bar.show($0)
            }
            bar.clear()
            let records = "\(Quantity.count(result.recordCount)) records"
            let size = Quantity.bytes(result.byteCount)
            let object = result.json.adding(["folder": .string(RuntimeDirectory.absolute(folder))])
            Terminal.show(object, asJSON: json, else: ["\(name): \(records) (\(size)) are in \(folder)"])
        }
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import AlgoliaKeys
import ArgumentParser
import Runtime
import Wire

/// Makes a key.
struct KeysCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a key and print it.",
        discussion: """
            Example: searchbus keys create --acl search --index 'shop_*' --filters 'visible:true' --description Web
            """
    )

    @Option(help: "What the key allows, such as search or browse; may stand several times.")
    var acl: [String] = ["search"]
    @Option(help: "An index that may be named, also with a * at an end; may stand several times. All where none does.")
    var index: [String] = []
    @Option(help: "Filters that every query has and none can take away.") var filters: String?
    @Option(help: "For how many seconds the key is good; for ever where that is left out.") var validity = 0
    @Option(help: "What the key is for.") var description = ""
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            var wanted = JSONObject([
                ("acl", JSON(acl)), ("indexes", JSON(index)), ("validity", JSON(validity)),
                ("description", .string(description)),
            ])
            if let filters {
                wanted["queryParameters"] = .string(FormText.text(of: JSONObject([("filters", .string(filters))])))
            }
            let key: AlgoliaKey
            do {
                key = try AlgoliaKey(wanted: wanted, value: AlgoliaKey.makeValue(), createdAt: KeysCommand.now)
            } catch let error as AlgoliaError {
                throw SearchBusError(.invalidArgument, error.message)
            }
            try options.keyFile().change(at: KeysCommand.now) { try $0.insert(key) }
            Terminal.output.print(json ? key.json.text : key.value)
        }
    }
}

// SPDX-License-Identifier: MIT

/// The targets: the inputs of each, and its constructor.
struct FuzzTargets {
    /// A target that can be created.
    struct Entry {
        let name: String
        /// What the bytes are.
        let fed: String
        let make: () -> any FuzzTarget
    }

    /// Every target.
    static var all: [Entry] {
        var all = [
            Entry(name: "records", fed: "files of records; what is read becomes an index, which gives the same records")
            {
                RecordsTarget(isTable: false)
            },
            Entry(name: "csv", fed: "the same as tables") { RecordsTarget(isTable: true) },
            Entry(
                name: "segments",
                fed: "the files of an index, changed also below a checksum; searched, counted and changed"
            ) {
                SegmentsTarget()
            },
            Entry(name: "filters", fed: "filters of Algolia's interface, as texts and as lists") { FiltersTarget() },
            Entry(name: "query", fed: "texts that people type, with parameters of a search") { QueryTarget() },
            Entry(name: "settings", fed: "settings of an index, and of a search") { SettingsTarget() },
            Entry(name: "proposal", fed: "files of records of which `init` makes an app") { ProposalTarget() },
            Entry(name: "searches", fed: "files of searches to replay") { SearchesTarget() },
            Entry(name: "connections", fed: "bytes of a connection to the broker, cut anywhere") {
                BusReaders.connections
            },
            Entry(name: "commands", fed: "commands of the bus; an accepted event can be read") { BusReaders.commands },
            Entry(name: "events", fed: "topics and events of the bus, heartbeats, index changes") { BusReaders.events },
            Entry(name: "journal", fed: "messages and entries of a shared log") { BusReaders.journal },
            Entry(name: "algolia", fed: "bodies of calls of Algolia's interface") { AlgoliaReaders.calls },
            Entry(name: "algolia-keys", fed: "restrictions of secured keys, and keys as JSON") { AlgoliaReaders.keys },
            Entry(name: "app-file", fed: "app files") { AppReaders.files },
            Entry(name: "links", fed: "permalinks; the state has a link that leads to it") { AppReaders.links },
            Entry(name: "responses", fed: "responses as they are on the log") { AppReaders.responses },
        ]
        #if DEBUG || LIBFUZZER
            all += [
                Entry(name: "files", fed: "keys, records of sequence numbers, restore journals, backup manifests") {
                    FileReaders.json
                },
                Entry(name: "sessions", fed: "sessions in the insights file") { FileReaders.sessions },
                Entry(name: "fields", fed: "HTTP header fields of proxies and browsers, Last-Event-ID") {
                    GatewayReaders.fields
                },
                Entry(name: "paths", fed: "paths of Algolia's interface, forms") { GatewayReaders.paths },
                Entry(name: "bodies", fed: "intents, reports of clicks, links of new sessions") {
                    GatewayReaders.bodies
                },
                Entry(name: "stream", fed: "server-sent events, cut anywhere") { GatewayReaders.stream },
                Entry(name: "engines", fed: "answers of search engines") { EngineReaders.answers },
                Entry(name: "tables", fed: "catalogues and answers of databases") { EngineReaders.tables },
            ]
        #endif
        return all
    }

    /// The target of a name; `nil` if it is missing.
    static func named(_ name: String) -> (any FuzzTarget)? { all.first { $0.name == name }?.make() }
}

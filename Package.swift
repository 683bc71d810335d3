// swift-tools-version: 6.2

import PackageDescription

/// Whether the log can be NATS JetStream's, which takes `libnats-dev`: SEARCHBUS_JETSTREAM=1 swift build.
///
/// Not a trait of the package: switching a trait recompiles every module.
let hasJetStream = Context.environment["SEARCHBUS_JETSTREAM"] == "1"
let ifJetStream: [SwiftSetting] = hasJetStream ? [.define("JETSTREAM")] : []

/// Whether only what people run is built, without tests, benchmarks, examples and the client library: SEARCHBUS_PRODUCT=1 swift build.
let isProductOnly = Context.environment["SEARCHBUS_PRODUCT"] == "1"

// The floors, from the ground up. A floor is a folder of `Sources` and of `Tests`. Its targets depend on targets of this floor and of
// those above it in this file, and name every target that they import. A library's tests depend on what it depends on, and on `tests`.

// MARK: Base: JSON, errors, files, digests

let base = Floor("Base")
let baseTargets = [
    base.system("CEpoll", package: "libc6-dev"),
    base.system("CZstd", library: "libzstd", package: "libzstd-dev"),
    base.system("COpenSSL", library: "libcrypto", package: "libssl-dev"),
    base.system("CCurl", library: "libcurl", package: "libcurl4-openssl-dev"),
    base.library("Wire", [], tests: []),
    base.library("Digests", ["COpenSSL"], tests: []),
    base.library("Runtime", ["CEpoll", "Wire"]),
    base.library("CurlClient", ["CCurl", "Runtime"], tests: ["HTTPTesting"]),
    base.support("RandomTesting", ["Wire"]),
    base.support("HTTPTesting", ["Wire"]),
]

// MARK: Model: what a search is

let model = Floor("Model")
let modelTargets = [
    model.library("SearchModel", ["Wire"], tests: [])
]

// MARK: Log: what a log is

let log = Floor("Log")
let logTargets = [
    log.library("Bus", ["Runtime", "Wire"], tests: ["BusTesting"]),
    log.library("Broker", ["Bus", "Runtime", "Wire", .grdb, .sqlite], tests: ["BusTesting"]),
    log.support("BusTesting", ["Broker", "Bus", "Wire"]),
]

// MARK: Widgets: the widget types, apps, and the host that runs them on the bus

let widgets = Floor("Widgets")
let widgetTargets = [
    widgets.library("Interactors", ["SearchModel", "Wire"], tests: []),
    widgets.library("AppModel", ["Interactors", "SearchModel", "Wire"]),
    widgets.library(
        "Components",
        ["AppModel", "Bus", "Interactors", "Runtime", "SearchModel", "Wire"],
        tests: ["BusTesting"]
    ),
]

// MARK: Search: the embedded index, other engines, searchers

let search = Floor("Search")
let searchTargets = [
    search.system("CPostgreSQL", library: "libpq", package: "libpq-dev"),
    search.library("PostgreSQL", ["CPostgreSQL"]),
    search.library("SearchIndex", ["CZstd", "Runtime", "SearchModel", "Wire"], tests: []),
    search.library(
        "AlgoliaLanguage",
        ["SearchModel", "Wire"],
        tests: ["AlgoliaKeys", "AlgoliaTesting", "Backends", "SearchIndex"]
    ),
    search.library("Backends", ["AlgoliaLanguage", "SearchIndex", "SearchModel", "Wire"], tests: ["AlgoliaTesting"]),
    search.library(
        "Engines",
        [
            "AlgoliaLanguage", "AppModel", "Backends", "CurlClient", "PostgreSQL", "SearchModel", "Wire",
        ],
        tests: ["AlgoliaTesting", "EngineSimulators", "EngineTesting", "HTTPTesting", "SearchIndex"]
    ),
    search.library(
        "Indexer",
        ["AlgoliaLanguage", "Bus", "Components", "Runtime", "SearchIndex", "SearchModel", "Wire"],
        tests: ["Broker", "BusTesting"]
    ),
    search.library(
        "Searchers",
        [
            "AlgoliaLanguage", "AppModel", "Backends", "Bus", "Components", "Digests", "Interactors", "Runtime",
            "SearchIndex", "SearchModel", "Wire",
        ],
        tests: ["BusTesting", "EngineTesting"]
    ),
    search.support("AlgoliaTesting", ["AlgoliaLanguage", "Backends", "SearchModel", "Wire"]),
    search.support("EngineTesting", ["Backends", "SearchIndex", "SearchModel", "Wire"]),
    search.support("EngineSimulators", ["Wire"]),
]

// MARK: Operations: app files, processes, what people searched for, backups

let operations = Floor("Operations")
let operationsTargets = [
    operations.library("AppFile", ["AppModel", "Bus", "Interactors", "SearchModel", "Wire", .yams], tests: []),
    operations.library("AppProposal", ["AppModel", "SearchIndex", "Wire"], tests: ["AppFile", "Interactors"]),
    operations.library(
        "Supervisor",
        ["AppModel", "Bus", "Interactors", "Runtime", "SearchModel", "Wire", .subprocess],
        tests: ["AppFile", "ProcessTesting"]
    ),
    operations.library(
        "Insights",
        ["AppModel", "Bus", "Components", "Runtime", "SearchModel", "Wire", .grdb],
        tests: ["BusTesting"]
    ),
    operations.library(
        "Replay",
        ["AlgoliaLanguage", "AppModel", "Backends", "Bus", "SearchModel", "Searchers", "Wire"],
        tests: ["SearchIndex"]
    ),
    operations.library(
        "Sinks",
        ["AppModel", "Bus", "Components", "CurlClient", "Digests", "Wire"],
        tests: ["BusTesting"]
    ),
    operations.library("Cases", ["Bus", "Wire"], tests: []),
    operations.library(
        "Backup",
        ["Broker", "Bus", "Runtime", "SearchIndex", "SearchModel", "Supervisor", "Wire"],
        tests: []
    ),
    operations.support("ProcessTesting", []),
]

// MARK: Gateway: HTTP, event streams, access keys, Algolia's interface

let gateway = Floor("Gateway")
let gatewayTargets = [
    gateway.library(
        "AccessKeys",
        ["AlgoliaLanguage", "Bus", "Digests", "Runtime", "SearchModel", "Wire"],
        tests: []
    ),
    gateway.library("AlgoliaKeys", ["AccessKeys", "AlgoliaLanguage", "Digests", "Runtime", "Wire"]),
    gateway.system("CZlib", package: "zlib1g-dev"),
    gateway.library(
        "Gateway",
        [
            "AccessKeys", "AlgoliaKeys", "AlgoliaLanguage", "AppModel", "Bus", "CZlib", "Components", "Insights",
            "Interactors",
            "Runtime", "SearchModel", "Wire", .hummingbird, .hummingbirdCore, .httpTypes, .logging, .nio,
            .nioHTTP1, .nioPosix, .serviceLifecycle,
        ],
        tests: ["BusTesting"]
    ),
]

// MARK: Cluster: the replicated log

let cluster = Floor("Cluster")
let jetStreamTargets = [
    cluster.system("CNATS", library: "libnats", package: "libnats-dev"),
    cluster.library("NATS", ["CNATS"]),
    cluster.library(
        "JetStream",
        ["Bus", "CZstd", "Digests", "NATS", "Replication", "Runtime", "Wire"],
        tests: ["Broker", "BusTesting", "JetStreamTesting", "ReplicationTesting"]
    ),
    cluster.library(
        "Copies",
        ["Broker", "Bus", "JetStream", "NATS", "Replication", "Runtime", "SearchIndex", "Wire"],
        tests: ["JetStreamTesting"]
    ),
    cluster.support("JetStreamTesting", ["Bus", "JetStream", "NATS", "Wire"]),
    cluster.executable("searchbus-copies", ["Bus", "Components", "Copies", "JetStream", "NATS"]),
]
let clusterTargets =
    [
        cluster.library(
            "Replication",
            ["Broker", "Bus", "Runtime", "Wire", .grdb],
            tests: ["BusTesting", "ReplicationTesting"]
        ),
        cluster.library("Membership", ["Bus", "Supervisor", "Wire"], tests: []),
        cluster.support("ReplicationTesting", ["Broker", "Bus", "BusTesting", "Replication", "Runtime", "Wire"]),
        // Every kind of log keeps one contract; those of real servers are tried where the package is built with NATS.
        cluster.tests(
            "LogContract",
            ["Broker", "Bus", "BusTesting", "Gateway", "Replication", "ReplicationTesting"]
                + (hasJetStream ? ["JetStream", "JetStreamTesting"] : []),
            exclude: hasJetStream ? [] : ["RealServers"],
            ifJetStream
        ),
    ] + (hasJetStream ? jetStreamTargets : [])

// MARK: Client: sessions for programs in Swift

let client = Floor("Client")
let clientTargets = [
    client.library(
        "SearchClient",
        ["Wire"],
        tests: [
            "AppFile", "AppModel", "Backends", "Bus", "BusTesting", "Components", "Gateway", "Interactors", "Runtime",
            "SearchIndex", "SearchModel", "Searchers",
        ]
    )
]

// MARK: Commands: the executables

let commands = Floor("Commands")
let commandTargets = [
    commands.executable(
        "searchbus",
        [
            "AccessKeys", "AlgoliaKeys", "AlgoliaLanguage", "AppFile", "AppModel", "AppProposal", "Backends",
            "Backup", "Broker", "Bus", "Cases", "Components", "CurlClient", "Engines", "Indexer", "Insights",
            "Interactors",
            "Membership", "Replay", "SearchIndex", "SearchModel", "Sinks", "Supervisor",
        ],
        ifJetStream
    ),
    commands.executable(
        "searchbus-broker",
        ["Broker", "Bus"] + (hasJetStream ? ["JetStream", "NATS", "Replication"] : []),
        ifJetStream
    ),
    commands.executable("searchbus-gateway", ["Bus", "Gateway"]),
    commands.executable("searchbus-worker", ["AppModel", "Components"]),
    commands.executable(
        "searchbus-index-worker",
        ["AppModel", "Backends", "Bus", "Components", "Indexer", "Insights", "SearchIndex", "SearchModel", "Searchers"]
    ),
    commands.executable(
        "searchbus-remote-worker",
        [
            "AppModel", "Backends", "Components", "CurlClient", "Engines", "SearchIndex", "SearchModel", "Searchers",
            "Sinks",
        ]
    ),
    commands.tests(
        "Command",
        [
            "AppFile", "AppModel", "AppProposal", "Bus", "Components", "CurlClient", "ProcessTesting", "SearchIndex",
            "Supervisor", "searchbus", .argumentParser,
        ],
        exclude: ["Snapshots"]
    ),
]

// MARK: Benchmarks

let benchmarks = Floor("Benchmarks")
let benchmarkTargets = [
    [
        Target.target(
            name: "CYardstick",
            path: benchmarks.sources("CYardstick"),
            linkerSettings: [.linkedLibrary("zmq"), .linkedLibrary("sqlite3")]
        )
    ],
    benchmarks.system("CZeroMQ", package: "libzmq3-dev"),
    benchmarks.library(
        "Bench",
        [
            "AppModel", "Bus", "CYardstick", "CZeroMQ", "Interactors", "Runtime", "SearchIndex", "SearchModel",
            "Supervisor", "Wire",
        ],
        tests: []
    ),
    benchmarks.executable("searchbus-bench", ["AppFile", "AppModel", "Bench"]),
    [
        .executableTarget(
            name: "SearchIndexBenchmark",
            dependencies: ["SearchIndex", "SearchModel", "Wire"],
            path: benchmarks.sources("SearchIndexBenchmark"),
            swiftSettings: .strict
        )
    ],
]

// MARK: Beside the floors: conformance, fuzzing, examples

let floors = [
    baseTargets, modelTargets, logTargets, widgetTargets, searchTargets, operationsTargets, gatewayTargets,
    clusterTargets,
    clientTargets, commandTargets, benchmarkTargets,
]
let besideTargets: [Target] = [
    .testTarget(
        name: "ConformanceTests",
        dependencies: [
            "AlgoliaLanguage", "AlgoliaTesting", "AppModel", "Backends", "Bus", "Components", "Interactors",
            "RandomTesting",
            "SearchClient",
            "SearchModel", "Searchers", "Wire",
        ],
        path: "Tests/ConformanceTests",
        exclude: ["cases.json", "own-cases.json"],
        swiftSettings: .strict
    ),
    .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
        name: "Fuzz",
        dependencies: floors.joined().joined().filter { $0.type == .regular && $0.path?.hasPrefix("Sources") == true }
            .map { .target(name: $0.name) } + ["CFuzzer", "RandomTesting", .httpTypes],
        path: "Tests/Fuzz",
        swiftSettings: .strict
    ),
]

/// What a widget of one's own needs.
let widgetLibraries: [Target.Dependency] = ["Components", "Interactors", "Runtime", "SearchModel", "Wire"]

/// What a search engine of one's own needs.
let engineLibraries: [Target.Dependency] = ["Backends", "Runtime", "SearchModel", "Searchers", "Wire"]

let exampleTargets =
    example("sum-searches-swift", library: "SumSearches", widgetLibraries)
    + example("price-steps-swift", library: "PriceSteps", widgetLibraries)
    + example("elements-backend-swift", library: "ElementsBackend", engineLibraries)
    + example("terminal-swift", library: "TerminalSearch", ["SearchClient", "Wire"])

// MARK: The package

let package = Package(
    name: "SearchBus",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(
            name: "SearchBus",
            targets: [
                "Wire", "Runtime", "SearchModel", "Bus", "Interactors", "AppModel", "Components", "Backends",
                "Searchers",
            ]
        )
    ]
        + (isProductOnly ? [] : [.library(name: "SearchClient", targets: ["SearchClient", "Wire"])])
        + commandTargets.joined().filter { $0.type == .executable }.map {
            .executable(name: $0.name, targets: [$0.name])
        },
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: (Array(floors.joined().joined()) + besideTargets + exampleTargets).filter { target in
        guard isProductOnly, let path = target.path else { return true }
        return path.hasPrefix("Sources/")
            && !["Sources/Benchmarks/", "Sources/Client/"].contains { path.hasPrefix($0) }
    }
)

// MARK: How targets are made

/// A folder of `Sources` and of `Tests`.
struct Floor {
    private let folder: String
    private let package: String

    init(_ folder: String, in package: String = "") {
        self.folder = folder.isEmpty ? "" : "\(folder)/"
        self.package = package
    }

    func sources(_ name: String) -> String { "\(package)Sources/\(folder)\(name)" }
    func tests(_ name: String) -> String { "\(package)Tests/\(folder)\(name)" }

    /// A library, and its tests where it has a target for them, which may use more than the library.
    func library(
        _ name: String,
        _ dependencies: [Target.Dependency] = [],
        tests more: [Target.Dependency]? = nil
    ) -> [Target] {
        let library = Target.target(
            name: name,
            dependencies: dependencies,
            path: sources(name),
            swiftSettings: .strict
        )
        return [library] + (more.map { tests(name, dependencies + [.init(stringLiteral: name)] + $0) } ?? [])
    }

    /// A library of C that a package of Debian has.
    func system(_ name: String, library: String? = nil, package: String) -> [Target] {
        [.systemLibrary(name: name, path: sources(name), pkgConfig: library, providers: [.apt([package])])]
    }

    func executable(_ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = []) -> [Target] {
        let target = Target.executableTarget(
            name: name,
            dependencies: (dependencies + ["Runtime", "Wire", .argumentParser]).withoutRepeats,
            path: sources(name),
            swiftSettings: .strict + settings
        )
        return [target]
    }

    /// What tests share.
    func support(_ name: String, _ dependencies: [Target.Dependency]) -> [Target] {
        [.target(name: name, dependencies: dependencies, path: tests(name), swiftSettings: .strict)]
    }

    func tests(
        _ name: String,
        _ dependencies: [Target.Dependency],
        exclude: [String] = [],
        _ settings: [SwiftSetting] = []
    ) -> [Target] {
        let target = Target.testTarget(
            name: "\(name)Tests",
            dependencies: (dependencies + ["RandomTesting", "Wire"]).withoutRepeats,
            path: tests("\(name)Tests"),
            exclude: exclude,
            swiftSettings: .strict + settings
        )
        return [target]
    }
}

/// One of the examples, which is a package of its own for people to copy: here it is compiled with the rest and tested.
func example(_ folder: String, library: String, _ libraries: [Target.Dependency]) -> [Target] {
    let package = Floor("", in: "Examples/\(folder)/")
    return package.library(library, libraries, tests: [])
        + package.executable(String(folder.dropLast("-swift".count)), libraries + [.init(stringLiteral: library)])
}

extension [Target.Dependency] {
    /// Each target once.
    var withoutRepeats: Self {
        var names: Set<String> = []
        return filter { names.insert("\($0)").inserted }
    }
}

extension [SwiftSetting] {
    static var strict: Self {
        [
            .swiftLanguageMode(.v6),
            .treatAllWarnings(as: .error),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
    }
}

extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let grdb = product(name: "GRDB", package: "GRDB.swift")
    static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
    static let logging = product(name: "Logging", package: "swift-log")
    static let nio = product(name: "NIOCore", package: "swift-nio")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let serviceLifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let sqlite = product(name: "GRDBSQLite", package: "GRDB.swift")
    static let subprocess = product(name: "Subprocess", package: "swift-subprocess")
    static let yams = product(name: "Yams", package: "Yams")
}

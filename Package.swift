// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

/// Whether the log can be NATS JetStream's, which takes `libnats-dev`: SEARCHBUS_JETSTREAM=1 swift build.
///
/// It is no trait of the package, since every module is compiled anew where a trait is switched.
let hasJetStream = Context.environment["SEARCHBUS_JETSTREAM"] == "1"

/// A library of the package; its dependencies point up this list only.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// An executable of the package: arguments in, one call of a library.
func executable(_ name: String, _ dependencies: [Target.Dependency], _ more: [SwiftSetting] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies + ["Runtime", "Wire", argumentParser],
        swiftSettings: settings + more
    )
}

/// What a log of NATS JetStream needs.
let jetStream: [Target] =
    hasJetStream
    ? [
        .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
        library("NATS", ["CNATS"]),
        library(
            "JetStream",
            ["Bus", "CZstd", "Digests", "Journal", "NATS", "Runtime", "Wire", "ZeroMQ"]
        ),
        library("Copies", ["Broker", "Bus", "JetStream", "Journal", "NATS", "Runtime", "SearchIndex", "Wire"]),
        executable("searchbus-copies", ["Bus", "Components", "Copies", "JetStream", "NATS"]),
        .target(
            name: "JetStreamTesting",
            dependencies: ["Bus", "JetStream", "NATS", "Wire"],
            path: "Tests/JetStreamTesting",
            swiftSettings: settings
        ),
        tests("JetStream", ["Broker", "Bus", "BusTesting", "JetStream", "JetStreamTesting", "Journal", "NATS"]),
        tests(
            "Copies",
            ["Bus", "Copies", "JetStream", "JetStreamTesting", "Journal", "NATS", "Runtime", "SearchIndex"]
        ),
    ] : []

/// The tests of a library.
func tests(
    _ name: String,
    _ dependencies: [Target.Dependency],
    exclude: [String] = [],
    _ more: [SwiftSetting] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: dependencies + ["RandomTesting", "Wire"],
        exclude: exclude,
        swiftSettings: settings + more
    )
}

/// The contract of a log, which is tried on logs of real servers too where the package is built with NATS.
let contractTests =
    hasJetStream
    ? tests(
        "LogContract",
        ["Broker", "Bus", "BusTesting", "Gateway", "JetStream", "JetStreamTesting", "Journal"],
        [.define("JETSTREAM")]
    ) : tests("LogContract", ["Broker", "Bus", "BusTesting", "Gateway", "Journal"], exclude: ["RealServers"])

/// What a widget of one's own needs.
let widgetLibraries: [Target.Dependency] = ["Components", "Interactors", "Runtime", "SearchModel", "Wire"]

/// What a search engine of one's own needs.
let engineLibraries: [Target.Dependency] = ["Backends", "Runtime", "SearchModel", "Searchers", "Wire"]

/// One of the examples, which is a package of its own for people to copy: here it is compiled with the rest and tested.
func example(_ folder: String, library: String, _ libraries: [Target.Dependency] = widgetLibraries) -> [Target] {
    let path = "Examples/\(folder)"
    let name = String(folder.dropLast("-swift".count))
    return [
        .target(name: library, dependencies: libraries, path: "\(path)/Sources/\(library)", swiftSettings: settings),
        .executableTarget(
            name: name,
            dependencies: [.target(name: library)] + libraries,
            path: "\(path)/Sources/\(name)",
            swiftSettings: settings
        ),
        .testTarget(
            name: "\(library)Tests",
            dependencies: [.target(name: library)] + libraries,
            path: "\(path)/Tests/\(library)Tests",
            swiftSettings: settings
        ),
    ]
}

let package = Package(
    name: "SearchBus",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(
            name: "SearchBus",
            targets: [
                "Backends", "Bus", "SearchModel", "Interactors", "AppModel", "Components", "Searchers", "Wire",
                "Runtime",
            ]
        ),
        .library(name: "SearchClient", targets: ["SearchClient", "Wire"]),
        .executable(name: "searchbus", targets: ["searchbus"]),
        .executable(name: "searchbus-broker", targets: ["searchbus-broker"]),
        .executable(name: "searchbus-state", targets: ["searchbus-state"]),
        .executable(name: "searchbus-gateway", targets: ["searchbus-gateway"]),
        .executable(name: "searchbus-interactor", targets: ["searchbus-interactor"]),
        .executable(name: "searchbus-indexer", targets: ["searchbus-indexer"]),
        .executable(name: "searchbus-insights", targets: ["searchbus-insights"]),
        .executable(name: "searchbus-searcher", targets: ["searchbus-searcher"]),
        .executable(name: "searchbus-searcher-remote", targets: ["searchbus-searcher-remote"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
        library("Wire"),
        library("Digests", ["COpenSSL"]),
        library("Runtime", ["Wire"]),
        library("ZeroMQ", ["CZeroMQ"]),
        library("PostgreSQL", ["CPostgreSQL"]),
        library("Bus", ["Runtime", "ZeroMQ", "Wire"]),
        library("Journal", ["Bus", "Wire"]),
        library("Broker", ["Bus", "Journal", "Runtime", "ZeroMQ", "Wire", grdb, sqlite]),
        library("SearchModel", ["Wire"]),
        library("SearchIndex", ["CZstd", "SearchModel", "Wire"]),
        library("Backends", ["SearchModel", "SearchIndex", "Wire"]),
        library("AlgoliaInterface", ["SearchModel", "Wire"]),
        library("AccessKeys", ["Bus", "Digests", "Runtime", "Wire"]),
        library("AlgoliaKeys", ["AccessKeys", "AlgoliaInterface", "Digests", "Runtime", "Wire"]),
        library("Interactors", ["SearchModel", "Wire"]),
        library("AppModel", ["Interactors", "SearchModel", "Wire"]),
        library(
            "AppFile",
            ["AppModel", "Interactors", "SearchModel", "Wire", .product(name: "Yams", package: "Yams")]
        ),
        library("AppProposal", ["AppModel", "SearchIndex", "Wire"]),
        library(
            "Engines",
            [
                "AppModel", "Backends", "PostgreSQL", "SearchModel", "Wire",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        library("Components", ["AppModel", "Bus", "Interactors", "Runtime", "SearchModel", "Wire"]),
        library(
            "Indexer",
            ["AlgoliaInterface", "Bus", "Components", "Runtime", "SearchIndex", "SearchModel", "Wire"]
        ),
        library(
            "Searchers",
            [
                "AlgoliaInterface", "AppModel", "Backends", "Bus", "Components", "Digests", "Interactors", "Runtime",
                "SearchIndex", "SearchModel", "Wire",
            ]
        ),
        library(
            "Replay",
            ["AlgoliaInterface", "AppModel", "Backends", "Bus", "SearchModel", "Searchers", "Wire"]
        ),
        library("Insights", ["AppModel", "Bus", "Components", "Runtime", "SearchModel", "Wire", grdb]),
        library(
            "Gateway",
            [
                "AccessKeys", "AlgoliaInterface", "AlgoliaKeys", "AppModel", "Bus", "Components", "Insights",
                "Interactors", "Runtime", "SearchModel", "Wire",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("OpenAPI/openapi.json")]
        ),
        library(
            "SearchClient",
            [
                "Wire",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
        library(
            "Supervisor",
            [
                "AppModel", "Bus", "Interactors", "Runtime", "SearchModel", "Wire",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]
        ),
        .target(
            name: "CYardstick",
            linkerSettings: [.linkedLibrary("zmq"), .linkedLibrary("sqlite3")]
        ),
        library(
            "Bench",
            [
                "AppModel", "Bus", "CYardstick", "Interactors", "SearchIndex", "SearchModel", "Supervisor", "Wire",
                "ZeroMQ",
            ]
        ),
        library("Backup", ["Broker", "Bus", "SearchIndex", "Supervisor", "Wire"]),
        executable(
            "searchbus",
            [
                "AccessKeys", "AlgoliaInterface", "AlgoliaKeys", "AppFile", "AppModel", "AppProposal", "Backends",
                "Backup", "Bench", "Broker", "Bus", "Components", "Engines", "Indexer", "Insights", "Interactors",
                "Replay", "SearchIndex", "SearchModel", "Supervisor",
            ],
            hasJetStream ? [.define("JETSTREAM")] : []
        ),
        .executableTarget(
            name: "SearchIndexBenchmark",
            dependencies: ["SearchIndex", "SearchModel", "Wire"],
            swiftSettings: settings
        ),
        executable(
            "searchbus-broker",
            hasJetStream ? ["Broker", "Bus", "JetStream", "Journal", "NATS"] : ["Broker", "Bus", "Journal"],
            hasJetStream ? [.define("JETSTREAM")] : []
        ),
        executable("searchbus-state", ["AppModel", "Components"]),
        executable("searchbus-gateway", ["Bus", "Gateway"]),
        executable("searchbus-interactor", ["AppModel", "Components"]),
        executable("searchbus-indexer", ["Bus", "Components", "Indexer", "SearchIndex"]),
        executable("searchbus-insights", ["AppModel", "Bus", "Components", "Insights"]),
        executable("searchbus-searcher", ["AppModel", "Backends", "Components", "SearchIndex", "Searchers"]),
        executable(
            "searchbus-searcher-remote",
            ["AppModel", "Backends", "Components", "Engines", "SearchIndex", "Searchers"]
        ),
        .target(
            name: "RandomTesting",
            dependencies: ["Wire"],
            path: "Tests/RandomTesting",
            swiftSettings: settings
        ),
        .target(
            name: "BusTesting",
            dependencies: ["Broker", "Bus", "Journal", "Wire", "ZeroMQ"],
            path: "Tests/BusTesting",
            swiftSettings: settings
        ),
        .target(
            name: "AlgoliaTesting",
            dependencies: ["Backends", "SearchModel", "Wire"],
            path: "Tests/AlgoliaTesting",
            swiftSettings: settings
        ),
        .target(
            name: "EngineTesting",
            dependencies: ["Backends", "SearchIndex", "SearchModel", "Wire"],
            path: "Tests/EngineTesting",
            swiftSettings: settings
        ),
        .target(
            name: "EngineSimulators",
            dependencies: ["Wire"],
            path: "Tests/EngineSimulators",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "AccessKeys", "AlgoliaInterface", "AlgoliaKeys", "AppFile", "AppModel", "AppProposal", "Backends",
                "Backup", "Broker", "Bus", "CFuzzer", "Components", "Engines", "Gateway", "Insights", "Journal",
                "RandomTesting", "Replay", "Runtime", "SearchClient", "SearchIndex", "SearchModel", "Wire", "ZeroMQ",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tests/Fuzz",
            swiftSettings: settings
        ),
        .target(name: "ProcessTesting", path: "Tests/ProcessTesting", swiftSettings: settings),
        tests("Journal", ["Bus", "Journal"]),
        tests("Broker", ["Broker", "Bus", "Journal", grdb]),
        contractTests,
        tests("Bus", ["Bus", "BusTesting", "CZeroMQ", "Runtime", "ZeroMQ"]),
        tests("Components", ["AppModel", "Bus", "BusTesting", "Components", "Interactors", "SearchModel"]),
        tests(
            "Searchers",
            [
                "AlgoliaInterface", "AppModel", "Backends", "Bus", "BusTesting", "Components", "EngineTesting",
                "Interactors", "Runtime", "SearchIndex", "SearchModel", "Searchers",
            ]
        ),
        tests("Insights", ["AppModel", "Bus", "BusTesting", "Components", "Insights", "Runtime"]),
        tests("Replay", ["AlgoliaInterface", "AppModel", "Backends", "Replay", "SearchIndex"]),
        tests("AppProposal", ["AppFile", "AppModel", "AppProposal", "Interactors", "SearchIndex"]),
        tests("AppFile", ["AppFile", "AppModel", "Interactors", "SearchModel"]),
        tests(
            "Conformance",
            [
                "AlgoliaTesting", "AppModel", "Backends", "Bus", "Components", "Interactors", "SearchClient",
                "SearchModel", "Searchers",
            ],
            exclude: ["cases.json"]
        ),
        tests("Interactors", ["Interactors", "SearchModel"]),
        tests("SearchModel", ["SearchModel"]),
        tests("Wire", []),
        tests("Digests", ["Digests"]),
        tests("AccessKeys", ["AccessKeys"]),
        tests("AlgoliaInterface", ["AlgoliaInterface", "AlgoliaKeys", "Backends", "SearchModel"]),
        tests(
            "Indexer",
            ["AlgoliaInterface", "Broker", "Bus", "BusTesting", "Components", "Indexer", "Runtime", "SearchIndex"]
        ),
        tests("SearchIndex", ["SearchIndex"]),
        tests("Backends", ["AlgoliaTesting", "Backends", "SearchIndex"]),
        tests(
            "Engines",
            [
                "AlgoliaTesting", "AppModel", "Backends", "EngineSimulators", "EngineTesting", "Engines",
                "PostgreSQL", "SearchIndex", "SearchModel",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        tests(
            "Gateway",
            [
                "AccessKeys", "AlgoliaInterface", "AlgoliaKeys", "AppModel", "Bus", "BusTesting", "Components",
                "Gateway", "Runtime", "SearchModel",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        tests(
            "SearchClient",
            [
                "AppFile", "AppModel", "Backends", "Bus", "BusTesting", "Components", "Gateway", "Interactors",
                "Runtime", "SearchClient", "SearchIndex", "SearchModel", "Searchers",
            ]
        ),
        tests("Supervisor", ["AppFile", "AppModel", "Bus", "ProcessTesting", "Supervisor"]),
        tests(
            "Command",
            [
                "AppFile", "AppModel", "AppProposal", "Bus", "Components", "ProcessTesting", "SearchIndex",
                "Supervisor", "searchbus", argumentParser,
            ]
        ),
        tests("Backup", ["Backup", "Broker", "Bus", "SearchIndex"]),
        tests("Bench", ["Bench"]),
    ] + jetStream + example("sum-searches-swift", library: "SumSearches")
        + example("price-steps-swift", library: "PriceSteps")
        + example("elements-backend-swift", library: "ElementsBackend", engineLibraries)
        + example("terminal-swift", library: "TerminalSearch", ["SearchClient", "Wire"])
)

// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// In a repository of your own, depend on SearchBus by its URL instead of its path.
let searchClient = Target.Dependency.product(name: "SearchClient", package: "SearchBus")

let package = Package(
    name: "terminal",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "SearchBus", path: "../..")],
    targets: [
        .target(name: "TerminalSearch", dependencies: [searchClient], swiftSettings: settings),
        .executableTarget(name: "terminal", dependencies: ["TerminalSearch", searchClient], swiftSettings: settings),
        .testTarget(
            name: "TerminalSearchTests",
            dependencies: ["TerminalSearch", searchClient],
            swiftSettings: settings
        ),
    ]
)

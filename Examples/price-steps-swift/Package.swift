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
let searchBus = Target.Dependency.product(name: "SearchBus", package: "SearchBus")

let package = Package(
    name: "price-steps",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "SearchBus", path: "../..")],
    targets: [
        .target(name: "PriceSteps", dependencies: [searchBus], swiftSettings: settings),
        .executableTarget(name: "price-steps", dependencies: ["PriceSteps", searchBus], swiftSettings: settings),
        .testTarget(name: "PriceStepsTests", dependencies: ["PriceSteps", searchBus], swiftSettings: settings),
    ]
)

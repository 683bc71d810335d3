// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The Swift client of SearchBus alone: nothing but Foundation is needed, so an app resolves no packages of servers.
let package = Package(
    name: "SearchClient",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [.library(name: "SearchClient", targets: ["SearchClient", "Wire"])],
    targets: [
        .target(name: "Wire", swiftSettings: settings),
        .target(
            name: "SearchClient",
            dependencies: ["Wire"],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: settings
        ),
    ]
)

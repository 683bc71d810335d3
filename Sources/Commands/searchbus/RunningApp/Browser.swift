// SPDX-License-Identifier: MIT

import Foundation

/// The program that opens addresses for the person who sits at the machine.
struct Browser: Hashable {
    /// How long it may take to hand an address on.
    private static let patience: TimeInterval = 5

    let path: String

    /// The one of this machine; `nil` without a browser or a screen.
    static var system: Browser? { find(in: ProcessInfo.processInfo.environment) }

    static func find(
        in environment: [String: String],
        isExecutable: (String) -> Bool = { FileManager.default.isExecutableFile(atPath: $0) }
    ) -> Browser? {
        #if os(macOS)
            let names = ["open"]
            let hasScreen = true
        #else
            let names = ["xdg-open", "wslview"]
            let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].contains {
                environment[$0]?.isEmpty == false
            }
        #endif
        guard hasScreen else { return nil }
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }.first(where: isExecutable).map(
            Browser.init
        )
    }

    /// Hands an address to it.
    ///
    /// - Returns: Whether it accepted the address, as far as known.
    func open(_ address: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [address]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        guard (try? process.run()) != nil else { return false }
        // Some of them stay for as long as the browser does.
        guard ended.wait(timeout: .now() + Self.patience) == .success else { return true }
        return process.terminationStatus == 0
    }
}

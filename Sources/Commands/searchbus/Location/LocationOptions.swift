// SPDX-License-Identifier: MIT

import ArgumentParser

/// The options by which commands find an app.
struct LocationOptions: ParsableArguments {
    @Option(help: "The data directory of the app (default: .searchbus/NAME for the app file's NAME).")
    var data: String?
    @Option(help: "The runtime directory of the app (default: that of the data directory).")
    var runtime: String?
    @Option(
        help: "The app file, or its folder (default: the one in this folder, or above it).",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var app: String?

    /// The app's location; if it was not given, it is printed on standard error.
    ///
    /// - Throws: `SearchBusError` if it is unknown.
    func location(for purpose: AppLocation.Purpose = .looking) throws -> AppLocation {
        let location = try AppLocation(.init(data: data, runtime: runtime, app: app), for: purpose)
        if let note = location.note { Terminal.error.print(note) }
        return location
    }
}

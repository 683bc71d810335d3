// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser

/// The options by which commands find a running app.
struct LocationOptions: ParsableArguments {
    @Option(help: "The data directory of the app (default: the only one in .searchbus of this folder).")
    var data: String?
    @Option(help: "The runtime directory of the app (default: that of the data directory).")
    var runtime: String?

    /// The app's place.
    ///
    /// - Throws: `SearchBusError` where it cannot be told.
    func location(canBeNew: Bool = false) throws -> AppLocation {
        try AppLocation(data: data, runtime: runtime, canBeNew: canBeNew)
    }
}

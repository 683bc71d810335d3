// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// Opens the console in the browser when an app is ready for the first time.
final class ConsoleOpening: Sendable {
    private let browser: Mutex<Browser?>
    private let location: AppLocation

    /// - Parameters:
    ///   - browser: The browser; `nil` for none.
    ///   - location: Where the app keeps its data and sockets.
    init(_ browser: Browser?, _ location: AppLocation) {
        self.browser = Mutex(browser)
        self.location = location
    }

    /// Opens it with a link of its own: a link is valid once, and the printed one may be used too.
    ///
    /// - Parameter warn: Called with a sentence if that fails.
    func open(warn: @escaping @Sendable (String) -> Void) {
        guard let browser = browser.withLock({ $0.take() }) else { return }
        Task.detached { [location] in
            do {
                guard browser.open(try ConsoleLink.make(at: location)) else {
                    return warn("\(browser.path) did not open the console; use the link instead")
                }
            } catch {
                warn("The console could not be opened in the browser: \(error)")
            }
        }
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Synchronization
import Wire

/// The browsers that came through a link: each has a name, and a secret of its own in its cookie.
final class BrowserKeys: Sendable {
    /// How many browsers are known; a further one takes the place of the one that came first.
    static let limit = 256

    /// One browser.
    struct Entry: Sendable {
        let name: String
        let secret: SecretText
    }

    private let entries: Mutex<[Entry]>
    private let save: @Sendable ([Entry]) -> Void

    /// - Parameters:
    ///   - entries: The browsers known from before, oldest first.
    ///   - save: Keeps them for the next start.
    init(_ entries: [Entry] = [], save: @escaping @Sendable ([Entry]) -> Void = { _ in }) {
        self.entries = Mutex(entries.suffix(Self.limit))
        self.save = save
    }

    /// Takes a browser in.
    ///
    /// - Returns: The value of its cookie.
    func admit() -> String {
        let entry = Entry(name: Identifier.make(length: 16), secret: .make())
        entries.withLock { entries in
            entries.append(entry)
            if entries.count > Self.limit { entries.removeFirst() }
            // Within the lock, so that what is kept is never older than what was kept before.
            save(entries)
        }
        return "\(entry.name).\(entry.secret.text)"
    }

    /// The name of the browser that a cookie's value belongs to.
    func name(for value: some StringProtocol) -> String? {
        let parts = value.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let entry = entries.withLock({ $0.first { $0.name == parts[0] } }),
            entry.secret.matches(parts[1])
        else { return nil }
        return entry.name
    }
}

extension BrowserKeys.Entry: JSONConvertible {
    init(json: JSON) throws {
        name = try json.requiredString("name")
        secret = SecretText(try json.requiredString("secret"))
        guard Name.isValid(name), secret.text.utf8.count >= 43 else { throw JSONError("this is no browser's key") }
    }

    var json: JSON { ["name": .string(name), "secret": .string(secret.text)] }
}

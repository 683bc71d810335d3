// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// How the widgets of a measured app share processes, whatever its file says.
public enum Layout: String, Sendable, Hashable, CaseIterable {
    /// A process for each widget.
    case each
    case together

    /// The text of an app file with this layout instead of its own.
    func applied(to text: String) -> String {
        var isLayout = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            // The value of a key is below it, further to the right.
            if let first = line.first, first != " ", first != "\t", first != "#" {
                isLayout = line.hasPrefix("interactors:")
            }
            return !isLayout
        }
        return lines.joined(separator: "\n") + "\ninteractors: \(rawValue)\n"
    }
}

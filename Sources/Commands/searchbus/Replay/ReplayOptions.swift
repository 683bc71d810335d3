// SPDX-License-Identifier: MIT

import ArgumentParser
import SearchIndex
import Wire

/// The options that say what searches are made with instead.
struct ReplayOptions: ParsableArguments {
    @Option(
        help: "Another app file: its searchers of the same names, with their filters, engines and indexes.",
        completion: .file(extensions: ["yaml", "yml"])
    )
    var withApp: String?
    @Option(help: "The data directory whose indexes are searched instead (default: the app's own).")
    var withData: String?
    @Option(
        help: ArgumentHelp("Another index instead of one (repeatable).", valueName: "name=other")
    )
    var withIndex: [String] = []
    @Option(
        help: ArgumentHelp(
            "Other settings of an index, a JSON file as for `index settings --set` (repeatable).",
            valueName: "name=file"
        )
    )
    var withSettings: [String] = []

    func validate() throws {
        guard withApp != nil || withData != nil || !withIndex.isEmpty || !withSettings.isEmpty else {
            throw ValidationError(
                "Name what to compare with: --with-app, --with-data, --with-index or --with-settings."
            )
        }
        if withData != nil, !withSettings.isEmpty {
            throw ValidationError("--with-settings applies to the app's own indexes, not to those of --with-data.")
        }
        _ = try (Self.pairs(withIndex, of: "--with-index"), Self.pairs(withSettings, of: "--with-settings"))
    }

    /// The indexes that are searched instead of others, by the name of these.
    var indexes: [String: String] {
        get throws {
            let pairs = try Self.pairs(withIndex, of: "--with-index")
            return Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
    }

    var settings: [(index: String, file: String)] {
        get throws { try Self.pairs(withSettings, of: "--with-settings").map { (index: $0.name, file: $0.value) } }
    }

    var words: String {
        let parts = [withApp.map { "the app file \($0)" }, withData.map { "the indexes of \($0)" }].compactMap(\.self)
        return (parts + withIndex.map { "the index \($0)" } + withSettings.map { "the settings \($0)" })
            .joined(separator: ", ")
    }

    var json: JSON {
        var object = JSONObject()
        object["app"] = withApp.map(JSON.string)
        object["data"] = withData.map(JSON.string)
        if !withIndex.isEmpty { object["indexes"] = JSON(withIndex) }
        if !withSettings.isEmpty { object["settings"] = JSON(withSettings) }
        return .object(object)
    }

    private static func pairs(_ texts: [String], of option: String) throws -> [(name: String, value: String)] {
        let pairs = try texts.map { text -> (name: String, value: String) in
            guard let sign = text.firstIndex(of: "="), IndexDirectory.isValid(String(text[..<sign])),
                text.index(after: sign) < text.endIndex
            else { throw ValidationError("\(option) \(text.prefix(80)): write NAME=… with the name of an index.") }
            return (String(text[..<sign]), String(text[text.index(after: sign)...]))
        }
        guard Set(pairs.map(\.name)).count == pairs.count else {
            throw ValidationError("\(option) names an index twice.")
        }
        return pairs
    }
}

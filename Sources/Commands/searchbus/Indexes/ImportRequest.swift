// SPDX-License-Identifier: MIT

import AppProposal
import Runtime
import SearchIndex
import Supervisor
import Wire

/// The files of an import, and its options.
struct ImportRequest {
    let name: String
    let files: [String]
    var format: RecordFormat?
    var fileForm = RecordFileForm()
    var settings: IndexSettings?
    var textColumns: Set<String> = []
    var conversion = RecordConversion()
    var skipInvalid = false
    var generatesIDs = false
    var append = false
    /// Whether an import without a record replaces the index.
    var allowsEmpty = false
    var showsProgress = true

    /// Reads a file of settings.
    ///
    /// - Throws: `SearchBusError` for a file that cannot be read, or holds no settings.
    static func readSettings(_ path: String) throws -> IndexSettings {
        guard let bytes = try? Files.read(path) else {
            throw SearchBusError(
                .invalidArgument,
                "The settings file \(path) cannot be read.",
                remedy: "Check the path."
            )
        }
        do {
            return try IndexSettings(json: JSON(parsing: bytes))
        } catch let error as JSONError {
            throw SearchBusError(
                .malformedJSON,
                "The settings file \(path) is invalid: \(error).",
                remedy: "Correct it: a JSON object with searchableAttributes, attributesForFaceting and so on."
            )
        }
    }

    /// The command that does the same, for people to run again.
    ///
    /// - Parameter settings: The file of the settings.
    /// - Returns: One line, quoted for a shell.
    func command(settings: String) -> String {
        var words = ["searchbus", "index", "import", name] + files + ["--settings", settings]
        words += fileForm.arguments
        if let identifier = conversion.identifier { words += ["--id", identifier] }
        if skipInvalid { words.append("--skip-invalid") }
        if generatesIDs { words.append("--generate-ids") }
        if allowsEmpty { words.append("--allow-empty") }
        for rule in conversion.texts { words += ["--convert", rule] }
        return words.map(Self.quoted).joined(separator: " ")
    }

    /// A word as shells read it.
    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "_-./=:@+,".unicodeScalars.contains(scalar)
            }
        return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
    }
}

/// How many texts of each attribute are not what they were taken for, and where the first of them are.
struct MisfitCount {
    /// How many texts of an attribute are named.
    private static let named = 5

    private var found: [String: (count: Int, examples: [String])] = [:]

    mutating func add(_ misfit: RecordConversion.Misfit, at place: String) {
        found[misfit.attribute, default: (0, [])].count += 1
        guard let known = found[misfit.attribute], known.count <= Self.named else { return }
        found[misfit.attribute]?.examples.append("`\(misfit.text)` in \(place)")
    }

    var lines: [String] {
        found.sorted { $0.key < $1.key }.map { attribute, misfits in
            let isOne = misfits.count == 1
            let more = misfits.count > Self.named ? " and others" : ""
            return
                "\(Quantity.count(misfits.count)) value\(isOne ? "" : "s") of `\(attribute)` could not be converted and"
                + " stay\(isOne ? "s" : "") text: \(misfits.examples.joined(separator: ", "))\(more)"
        }
    }
}

/// The records whose `objectID` an earlier record of an import has: their number and the first few identifiers.
struct RepeatCount {
    /// How many identifiers are named.
    private static let named = 5

    private var count = 0
    private var examples: [String] = []

    mutating func add(_ objectID: String) {
        count += 1
        if examples.count < Self.named, !examples.contains(objectID) { examples.append(objectID) }
    }

    var lines: [String] {
        guard count > 0 else { return [] }
        let ids = examples.map { "`\($0)`" }.joined(separator: ", ")
        let have = count == 1 ? "record has" : "records have"
        return [
            "\(Quantity.count(count)) \(have) the `objectID` of an earlier record; the last of each was kept: \(ids)"
        ]
    }
}

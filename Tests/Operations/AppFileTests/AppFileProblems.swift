// SPDX-License-Identifier: MIT

import AppFile
import Testing

/// The problems of app files, as lines.
enum AppFileProblems {
    /// The problems of an app file, each with its line and remedy.
    static func lines(of text: String, environment: [String: String] = [:]) -> [String] {
        do {
            _ = try AppFile.read(text, environment: environment) { $0 == "there.js" }
            return []
        } catch let error as AppFileError {
            return error.problems.map { "\($0.line): \($0.message) | \($0.remedy)" }
        } catch {
            return ["\(error)"]
        }
    }

    /// Expects one problem in a widget of an otherwise valid app.
    static func expect(
        widget: String,
        _ words: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        let found = lines(
            of: """
                name: a
                searchers:
                  products: { type: hits, index: products }
                  names: { type: facets, index: products, attribute: name }
                  all: { type: multi, searchers: [products, names] }
                filterStates: { main: { searchers: [products] }, idle: {} }
                widgets:
                  w: { \(widget) }
                """
        )
        #expect(found.count == 1, "\(found)", sourceLocation: location)
        #expect(found.first?.hasPrefix("8: ") == true, "\(found)", sourceLocation: location)
        #expect(found.first?.contains(words) == true, "\(found)", sourceLocation: location)
    }
}

// SPDX-License-Identifier: MIT

import HTTPTypes
import HummingbirdCore
import NIOCore
import Wire

/// A problem as a page, for browsers that request one.
enum ProblemPage {
    static let mediaType = "text/html; charset=utf-8"

    /// Whether a request's `Accept` prefers a page.
    static func isWanted(accept: String?) -> Bool { accept?.contains("text/html") == true }

    /// Whether bytes begin a request for a page of the console: for a header that is too large, this is sufficient.
    static func isWanted(requestLine bytes: some Sequence<UInt8>) -> Bool {
        let beginning = Array(bytes.prefix(longestBeginning))
        return beginnings.contains { beginning.starts(with: $0.utf8) }
    }

    private static let beginnings = ["GET /?", "GET / ", "GET /s/"]
    /// The number of bytes of a request that are necessary.
    static let longestBeginning = 7

    /// The page.
    static func html(of problem: Problem) -> String {
        let way = problem.status == 431 ? "Open the search without it" : "Open the search"
        return """
            <!doctype html>
            <html lang="en">
            <head>
              <meta charset="utf-8">
              <meta name="viewport" content="width=device-width, initial-scale=1">
              <meta name="color-scheme" content="light dark">
              <title>\(escaped(problem.title))</title>
              <link rel="icon" href="/icon.svg" type="image/svg+xml">
              <link rel="stylesheet" href="/app.css">
              <link rel="stylesheet" href="/css/shell.css">
              <link rel="stylesheet" href="/css/search.css">
            </head>
            <body>
              <main class="locked">
                <h1>\(escaped(problem.title))</h1>
                <div class="locked-words">
                  <p>\(escaped(problem.error.message))</p>
                  <p>\(escaped(problem.error.remedy))</p>
                </div>
                <p><a class="button is-primary" href="/">\(way)</a></p>
              </main>
            </body>
            </html>

            """
    }

    /// A text of data, never markup; backticks mark names, in the absence of markup.
    private static func escaped(_ text: String) -> String {
        var html = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "`": break
            default: html.unicodeScalars.append(character)
            }
        }
        return html
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import HTTPTypes
import HummingbirdCore
import NIOCore
import Wire

/// A problem as a page, for people whose browser asked for one.
enum ProblemPage {
    static let mediaType = "text/html; charset=utf-8"

    /// Whether a request's `Accept` asks for a page.
    static func isWanted(accept: String?) -> Bool { accept?.contains("text/html") == true }

    /// Whether bytes begin a request for a page of the console: of a header that is too large, more need not be known.
    static func isWanted(requestLine bytes: some Sequence<UInt8>) -> Bool {
        let beginning = Array(bytes.prefix(longestBeginning))
        return beginnings.contains { beginning.starts(with: $0.utf8) }
    }

    private static let beginnings = ["GET /?", "GET / ", "GET /s/"]
    /// How much of a request has to be seen.
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

    /// A text of data, never markup; backticks mark names where there is no other way to.
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

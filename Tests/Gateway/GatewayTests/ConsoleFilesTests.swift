// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import HummingbirdCore
import Testing

@testable import Gateway

@Suite("The console's files")
struct ConsoleFilesTests {
    /// Writes files into a new directory, and reads them as the console's.
    private func files(_ contents: [String: String]) throws -> ConsoleFiles {
        let folder = try TemporaryFolder()
        for (name, text) in contents {
            let file = URL(filePath: "\(folder.path)/\(name)")
            let place = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try ConsoleFiles(directory: folder.path, controllers: [:])
    }

    @Test(arguments: [
        ("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("zstd", nil), ("", nil),
    ])
    func `A client gets the best form that it reads`(accepted: String, coding: String?) throws {
        let forms = ["a.js": "plain", "a.js.br": "brotli", "a.js.gz": "gz", "b.js": "alone", "c.js.gz": "of nothing"]
        let files = try files(forms)
        let response = try #require(files.response(to: "/a.js", [.acceptEncoding: accepted]))
        #expect(response.headers[.contentEncoding] == coding)
        #expect(response.body.contentLength == (coding == "br" ? 6 : coding == "gzip" ? 2 : 5))
        #expect(response.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(response.headers[.vary] == "Accept-Encoding")
        let tag = try #require(response.headers[.eTag])
        let again = files.response(to: "/a.js", [.acceptEncoding: accepted, .ifNoneMatch: tag])
        #expect(again?.status == .notModified && again?.headers[.vary] == "Accept-Encoding")
        // A cache must not take one form for another.
        let other = coding == "br" ? "gzip" : "br"
        #expect(files.response(to: "/a.js", [.acceptEncoding: other, .ifNoneMatch: tag])?.status == .ok)

        let alone = files.response(to: "/b.js", [.acceptEncoding: accepted])?.headers
        #expect(alone?[.contentEncoding] == nil && alone?[.vary] == nil)
        for path in ["/a.js.br", "/a.js.gz", "/c.js", "/c.js.gz"] { #expect(files.response(to: path) == nil) }
    }

    @Test func `Only files with their contents in their names may be kept without asking`() throws {
        let files = try files(["index.html": "1", "immutable/main-A1.js": "2", "client/immutable/x.js": "3"])
        let cached = { files.response(to: $0)?.headers[.cacheControl] }
        #expect(cached("/immutable/main-A1.js") == "public, max-age=31536000, immutable")
        for path in ["/", "/index.html", "/client/immutable/x.js"] { #expect(cached(path) == "no-cache") }
    }
}

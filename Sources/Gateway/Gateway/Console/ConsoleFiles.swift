// SPDX-License-Identifier: MIT

import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization
import Wire

/// The console's files, held in memory and found by their exact path: no request ever becomes a path of the file system.
///
/// A file with the same name and `.br` or `.gz` after it is the compressed form of another, and is sent to clients that read it.
final class ConsoleFiles: Sendable {
    /// The contents of a file as they are sent.
    private struct Form {
        /// `nil` if they are not compressed.
        let coding: ContentCoding?
        let contents: ByteBuffer
        let tag: String
    }

    private struct File {
        let plain: Form
        /// The best one first.
        let compressed: [Form]
        let mediaType: String
        let cacheControl: String
    }

    private struct Table {
        var files: [String: File] = [:]
        var signature = 0
    }

    /// Where files are that never change: their names do, with their contents.
    private static let immutablePlace = "/immutable/"
    /// How large a file may be to be served.
    private static let sizeLimit = 8 << 20

    private let directory: String?
    private let controllers: [String: String]
    private let table: Mutex<Table>

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - directory: Whose files are served; those whose names begin with a dot, and links, are not.
    ///   - controllers: Further files, by the path at which they are served.
    /// - Throws: `SearchBusError` for a file that cannot be read.
    init(directory: String?, controllers: [String: String]) throws {
        self.directory = directory
        self.controllers = controllers
        table = Mutex(try Self.read(directory, controllers))
    }

    /// How many files are served.
    var count: Int { table.withLock { $0.files.count } }

    /// Reads the files again if one has changed.
    func refresh() {
        let signature = Self.signature(Self.paths(directory, controllers).map(\.file))
        guard signature != table.withLock({ $0.signature }) else { return }
        guard let fresh = try? Self.read(directory, controllers) else { return }
        table.withLock { $0 = fresh }
    }

    /// The response to a request.
    ///
    /// - Parameters:
    ///   - path: The path that it names.
    ///   - request: Its header fields; without them the contents are not compressed.
    /// - Returns: The response, or `nil` where there is no such file.
    func response(to path: String, _ request: HTTPFields = [:]) -> Response? {
        guard let file = table.withLock({ $0.files[path] }) else { return nil }
        let accepted = request[.acceptEncoding] ?? ""
        let form = file.compressed.first { $0.coding?.isAccepted(by: accepted) == true } ?? file.plain
        var headers: HTTPFields = [.eTag: form.tag, .cacheControl: file.cacheControl]
        if !file.compressed.isEmpty { headers[.vary] = "Accept-Encoding" }
        let known = request[.ifNoneMatch]?.split(separator: ",") ?? []
        if known.contains(where: { $0.trimmingSpaces() == form.tag }) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.mediaType
        headers[.contentEncoding] = form.coding?.rawValue
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: form.contents))
    }

    private static func read(_ directory: String?, _ controllers: [String: String]) throws -> Table {
        let paths = paths(directory, controllers)
        let all = Set(paths.map(\.file))
        var table = Table(signature: signature(paths.map(\.file)))
        for (path, file) in paths {
            guard let mediaType = mediaType(of: file) else { continue }
            let codings = ContentCoding.allCases.filter { all.contains(file + $0.suffix) }
            let contents = File(
                plain: try form(of: file, nil),
                compressed: try codings.map { try form(of: file + $0.suffix, $0) },
                mediaType: mediaType,
                cacheControl: path.hasPrefix(immutablePlace) ? "public, max-age=31536000, immutable" : "no-cache"
            )
            table.files[path] = contents
            if path == "/index.html" { table.files["/"] = contents }
        }
        return table
    }

    private static func form(of file: String, _ coding: ContentCoding?) throws -> Form {
        guard let data = FileManager.default.contents(atPath: file), data.count <= sizeLimit else {
            throw SearchBusError(
                .invalidArgument,
                "`\(file)` cannot be read, or is larger than \(ByteSize(sizeLimit))."
            )
        }
        return Form(coding: coding, contents: ByteBuffer(bytes: data), tag: tag(of: data))
    }

    private static func paths(_ directory: String?, _ controllers: [String: String]) -> [(path: String, file: String)] {
        var found: [(path: String, file: String)] = controllers.map { ($0.key, $0.value) }
        guard let directory else { return found }
        let manager = FileManager.default
        var waiting = [""]
        while let place = waiting.popLast() {
            for name in (try? manager.contentsOfDirectory(atPath: directory + place)) ?? [] where !name.hasPrefix(".") {
                let path = "\(place)/\(name)"
                switch try? manager.attributesOfItem(atPath: directory + path)[.type] as? FileAttributeType {
                case .typeDirectory?: waiting.append(path)
                case .typeRegular?: found.append((path, directory + path))
                default: break
                }
            }
        }
        return found.sorted { $0.path < $1.path }
    }

    private static func signature(_ files: [String]) -> Int {
        var hasher = Hasher()
        for file in files {
            let attributes = try? FileManager.default.attributesOfItem(atPath: file)
            hasher.combine(file)
            hasher.combine(attributes?[.modificationDate] as? Date)
            hasher.combine(attributes?[.size] as? UInt64)
        }
        return hasher.finalize()
    }

    /// A tag that changes with the contents; nothing is decided by it but whether to send them again.
    private static func tag(of data: Data) -> String { "\"\(Fingerprint.of(data))-\(data.count)\"" }

    private static func mediaType(of file: String) -> String? {
        let name = file.split(separator: "/").last ?? ""
        return switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "webp": "image/webp"
        case "woff2": "font/woff2"
        case "json", "webmanifest": "application/json"
        case "txt", "ts": "text/plain; charset=utf-8"
        default: nil
        }
    }
}

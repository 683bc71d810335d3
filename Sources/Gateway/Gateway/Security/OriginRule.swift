// SPDX-License-Identifier: MIT

import HTTPTypes
import Wire

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name.wellFormed("Sec-Fetch-Site")
    static let secFetchMode = HTTPField.Name.wellFormed("Sec-Fetch-Mode")
    static let secFetchDest = HTTPField.Name.wellFormed("Sec-Fetch-Dest")
    static let lastEventID = HTTPField.Name.wellFormed("Last-Event-ID")
    static let accelBuffering = HTTPField.Name.wellFormed("X-Accel-Buffering")

    private static func wellFormed(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field name") }
        return name
    }
}

/// Refuses browser requests from other sites, which can neither read nor change anything here.
enum OriginRule {
    /// Checks the origin of a request.
    ///
    /// - Throws: `SearchBusError` with `forbidden-origin`.
    static func check(_ request: HTTPRequest, identity: Identity, hosts: HostRule) throws {
        let fields = request.headerFields
        guard !isVisit(request) else { return }
        let site = fields[values: .secFetchSite]
        guard site.count <= 1, site.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
            throw SearchBusError(.forbiddenOrigin, "The request was made by a page of another site.")
        }
        let origin = fields[values: .origin]
        // If the browser itself reports that page and request have the same origin, a proxy may have replaced the
        // `Host` that the `Origin` was compared with by its own name. Foreign names were refused before.
        let isOwn = site == ["same-origin"]
        guard origin.count <= 1,
            isOwn || origin.allSatisfy({ hosts.isOwn(origin: $0, host: request.authority ?? "") })
        else {
            throw SearchBusError(
                .forbiddenOrigin,
                "The request comes from a page of `\((origin.first ?? "").shownInMessages)`, which is not the console's address.",
                remedy: (hosts.publicURL.map {
                    "Open the console at \($0), or start with --public-url for the address that users open."
                }
                    ?? "Open the address that `searchbus up` printed; behind a proxy, start with --public-url and the address that users open.")
                    + " Your own pages need `web: { origins: […] }` in the app file."
            )
        }
        guard isWrite(request.method), identity.isCookie else { return }
        // Browsers put an origin on every write, so a cookie without one is not from the console.
        guard !origin.isEmpty || !site.isEmpty else {
            throw SearchBusError(
                .forbiddenOrigin,
                "A write with a cookie needs an `Origin`.",
                remedy: "Programs send the key instead: `Authorization: Bearer KEY`."
            )
        }
    }

    /// Checks that a write is JSON, which no form of another site can send without a preflight.
    ///
    /// - Throws: `SearchBusError` with `unsupported-media-type`.
    static func checkMediaType(_ request: HTTPRequest) throws {
        guard isWrite(request.method) else { return }
        let fields = request.headerFields
        let types = fields[values: .contentType]
        // A form sends no key, and there is no body that could be read as something else.
        let hasBody =
            !fields[values: .transferEncoding].isEmpty || fields[values: .contentLength].contains { $0 != "0" }
        if types.isEmpty, !hasBody, !fields[values: .authorization].isEmpty { return }
        let type = types.first?.split(separator: ";").first?.trimmingSpaces().lowercased()
        guard types.count == 1, type == "application/json" else {
            throw SearchBusError(.unsupportedMediaType, "The request's Content-Type is not application/json.")
        }
    }

    /// Whether the request follows a link to the console or to a session, on any page: that page gets nothing of
    /// the log, and later requests come from the console itself.
    private static func isVisit(_ request: HTTPRequest) -> Bool {
        let fields = request.headerFields
        guard let path = request.path?.prefix(while: { $0 != "?" }) else { return false }
        return !isWrite(request.method) && (path == "/" || SessionVisit.isPath(path))
            && fields[values: .secFetchMode] == ["navigate"] && fields[values: .secFetchDest] == ["document"]
            && fields[values: .origin].isEmpty
    }

    private static func isWrite(_ method: HTTPRequest.Method) -> Bool {
        method != .get && method != .head
    }
}

extension Substring {
    /// The text without spaces and tabs around it.
    func trimmingSpaces() -> Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}

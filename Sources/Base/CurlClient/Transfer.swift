// SPDX-License-Identifier: MIT

import CCurl

/// One request in progress: a handle of libcurl, and what has come so far.
///
/// Its caller makes it, and hands it to the one thread that uses it.
final class Transfer: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer
    /// The scheme, the host and the port of its address.
    let server: String
    private let limit: Int
    private let isSecure: Bool
    private var headerLines: UnsafeMutablePointer<curl_slist>?
    private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var response = HTTPResponse(status: 0)
    private var isTooLarge = false

    /// - Throws: `HTTPFailure.invalidRequest`.
    init(_ request: HTTPRequest, _ configuration: CurlClient.Configuration, timeout: Duration) throws(HTTPFailure) {
        let scheme = request.url.prefix { $0 != ":" }.lowercased()
        let texts = [request.method, request.url] + request.headers.flatMap { [$0.name, $0.value] }
        guard scheme == "http" || scheme == "https", !texts.contains(where: Self.hasControlCharacter),
            Self.isReady, let handle = curl_easy_init()
        else { throw HTTPFailure.invalidRequest }
        self.handle = handle
        server = request.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).prefix(3)
            .joined(separator: "/").prefix { $0 != "?" }.lowercased()
        limit = configuration.responseLimit
        isSecure = scheme == "https"
        words[0] = 0
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, words)
        ccurl_set_text(handle, CURLOPT_URL, request.url)
        ccurl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
        ccurl_set_text(handle, CURLOPT_PROXY, "")
        ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, timeout.wholeMilliseconds)
        ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.wholeMilliseconds)
        // Servers close connections that say nothing; the gateway does so after 15 s.
        ccurl_set_number(handle, CURLOPT_MAXAGE_CONN, 10)
        if isSecure, let path = configuration.certificateAuthority ?? TrustedCertificates.file {
            ccurl_set_text(handle, CURLOPT_CAINFO, path)
        }
        if let path = request.socket { ccurl_set_text(handle, CURLOPT_UNIX_SOCKET_PATH, path) }
        if let body = request.body {
            ccurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            // A zero byte at the end, since no address stands for an empty body.
            var bytes = body + [0]
            _ = ccurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, &bytes)
        }
        // Without the first, libcurl waits up to a second for a server to ask for a long body.
        for line in ["Expect:", "Content-Type:"] where !request.headers.contains(where: { "\($0.name):" == line }) {
            headerLines = curl_slist_append(headerLines, line)
        }
        for (name, value) in request.headers {
            headerLines = curl_slist_append(headerLines, value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, headerLines)
        ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        ccurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Transfer.of(context).take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        }
        ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        ccurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Transfer.of(context).takeHeader(UnsafeRawBufferPointer(start: bytes, count: count))
            return count
        }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headerLines)
        words.deallocate()
    }

    var isResolved: Bool { ccurl_seconds(handle, CURLINFO_NAMELOOKUP_TIME) > 0 }

    /// What the transfer has come to, once libcurl has ended it.
    ///
    /// Where the name of the host was looked up before, a transfer whose name was not has waited for a connection.
    func result(_ code: CURLcode, isKnown: Bool = false) -> Result<HTTPResponse, HTTPFailure> {
        if isTooLarge { return .failure(.tooLarge) }
        guard code == CURLE_OK else {
            let ready = ccurl_seconds(handle, isSecure ? CURLINFO_APPCONNECT_TIME : CURLINFO_CONNECT_TIME)
            let said = String(cString: words)
            let failure = HTTPFailure(
                code,
                words: said.isEmpty ? String(cString: curl_easy_strerror(code)) : said,
                error: ccurl_number(handle, CURLINFO_OS_ERRNO),
                isResolved: isResolved || isKnown,
                isConnected: ready > 0 || isKnown && !isResolved
            )
            return .failure(failure)
        }
        response.status = ccurl_number(handle, CURLINFO_RESPONSE_CODE)
        return .success(response)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context else { preconditionFailure("libcurl returns the pointer that it was given") }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        isTooLarge = bytes.count > limit - response.body.count
        if !isTooLarge { response.body.append(contentsOf: bytes) }
        return !isTooLarge
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) {
        let text = String(decoding: line, as: UTF8.self)
        // A response may come after an informational one, whose headers are not its own.
        if text.hasPrefix("HTTP/") { return response.headers = [:] }
        guard let colon = text.firstIndex(of: ":"), response.headers.count < Self.headerLimit else { return }
        let name = text[..<colon].lowercased()
        let value = text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if response.headers[name] == nil { response.headers[name] = value }
    }

    private static let headerLimit = 256

    private static func hasControlCharacter(_ text: String) -> Bool { text.utf8.contains { $0 < 32 || $0 == 127 } }

    /// Whether libcurl is ready, which has to be made so before there is a second thread that uses it.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

extension Duration {
    /// Whole milliseconds from 1 to what libcurl takes.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}

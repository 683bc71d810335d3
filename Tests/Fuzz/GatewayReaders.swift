// SPDX-License-Identifier: MIT

#if DEBUG || LIBFUZZER
    import AlgoliaLanguage
    import AppFile
    import AppModel
    import Bus
    import Components
    import HTTPTypes
    import Runtime
    import Wire

    @testable import Gateway
    @testable import SearchClient

    /// Readers of requests of HTTP clients, proxies and browsers, and of a server's responses.
    enum GatewayReaders {
        /// Header fields, one a line: the client, the host, the referring page, the event ID to resume from.
        static var fields: ReaderTarget {
            ReaderTarget(
                seeds: [
                    "Forwarded: for=\"[2001:db8::1]:4711\";proto=https;host=a.example, for=192.0.2.1\nHost: 127.0.0.1:8080",
                    "X-Forwarded-For: 192.0.2.1, 10.0.0.1\nX-Forwarded-Host: a.example\nX-Forwarded-Proto: https",
                    "Last-Event-ID: 0123456789abcdef-42\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                    "Host: a.example\nOrigin: https://a.example",
                ],
                words: [
                    "for=", "host=", ";", ",", "\"", "[", "]", "::ffff:", "/32", "%", "unix:/", "https://", "_hidden",
                ]
            ) { bytes in
                var fields = HTTPFields()
                for line in bytes.text.split(separator: "\n").prefix(64) {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
                    fields.append(HTTPField(name: name, value: String(parts[1].drop { $0 == " " })))
                }
                let proxies = [try NetworkRange(parsing: "10.0.0.0/8")]
                let forwarded = Forwarded(fields, proxies: proxies)
                let rule = HostRule(listen: .address(host: "127.0.0.1", port: 8080))
                for field in fields {
                    _ = rule.allows(hosts: [field.value], target: field.value)
                    _ = rule.isOwn(origin: field.value, host: field.value)
                    if let point = ResumePoint(field.value), ResumePoint(point.description) != point {
                        fail("a resume point does not survive being written: \(point)")
                    }
                    _ = TraceParent(field.value)
                    _ = (try? NetworkRange(parsing: field.value), NetworkAddress(field.value))
                    _ = (try? PublicURL(parsing: field.value), try? ListenAddress(parsing: field.value))
                }
                _ = (forwarded.client, forwarded.host)
            }
        }

        /// Paths of Algolia's interface after a method's first letter, and texts of forms.
        static var paths: ReaderTarget {
            ReaderTarget(
                seeds: [
                    "P/1/indexes/*/queries", "G/1/indexes/a%20b/task/7", "D/1/keys/abc", "P/1/indexes/i/synonyms/s%2F1",
                ],
                words: ["/1/indexes/", "%2F", "%00", "..", "*", "//", "?", "+", "%c3%a4"]
            ) { bytes in
                guard let first = bytes.first else { return }
                let methods: [UInt8: HTTPRequest.Method] = [0x50: .post, 0x47: .get, 0x44: .delete, 0x55: .put]
                let path = bytes.dropFirst().text
                _ = path.decodedPathPart
                _ = QueryIdentifier(path)
                let members = try? FormText.members(of: path)
                if let members { _ = FormText.text(of: members) }
                _ = try AlgoliaRoute.find(methods[first] ?? .get, path: path)
            }
        }

        /// Bodies of calls: intents, reports of clicks, the link of a new session.
        static var bodies: ReaderTarget {
            let app: GatewayApp
            do {
                app = try GatewayApp(
                    AppFile.read(
                        """
                        name: shop
                        searchers: { products: { type: hits, index: products } }
                        filterStates: { main: { searchers: [products] } }
                        widgets:
                          box: { type: search-box, searcher: products }
                          brand: { type: refinement-list, searcher: products, filterState: main, attribute: brand }
                          price: { type: number-range, searcher: products, filterState: main, attribute: price }
                          hits: { type: hits, searcher: products }
                        """
                    )
                )
            } catch { fail("\(error)") }
            return ReaderTarget(
                seeds: [
                    #"{"intents":[{"to":"box","type":"set-query","data":{"query":"a"},"id":"i1"},{"to":"brand","type":"select","data":{"value":"x"}}]}"#,
                    #"{"to":"price","type":"set-range","data":{"range":[1,2]}}"#,
                    #"{"reports":[{"type":"click","queryID":"0123456789abcdef0123456789abcdef","objectIDs":["a"],"positions":[1]}]}"#,
                    #"{"link":"?q=a"}"#,
                ],
                words: [
                    "\"to\":", "\"type\":", "\"data\":{", "\"session\"", "\"undo\"", "1e308", "\"id\":",
                    "\"positions\":[",
                ]
            ) { bytes in
                let json = try JSON(parsing: bytes, limits: IntentRequest.limits)
                _ = try? SessionLink(json["link"])
                _ = try? SearchReport.parse(json)
                for intent in try IntentRequest.parse(json, for: app) where !app.hasAddressee(intent.addressee) {
                    fail("an intent without a recipient was accepted")
                }
            }
        }

        /// A stream of server-sent events: however it is cut, the same events are read.
        static var stream: ReaderTarget {
            ReaderTarget(
                seeds: [
                    "id: e-1\nevent: view\ndata: {\"a\":1}\ndata: 2\n\n: note\r\n\r\nretry: 5\ndata\n\n",
                    "\u{feff}data: x\r\r",
                ],
                words: ["data:", "id:", "event:", "retry:", "\r\n", "\n\n", "\u{0}", "\u{feff}"]
            ) { bytes in
                func read(_ parts: [ArraySlice<UInt8>]) throws -> [String] {
                    var parser = ServerSentEventParser(limit: 4_096)
                    return try parts.flatMap { try parser.feed($0) }.map { "\($0)" }
                }
                let middle = bytes.count / 3
                let (whole, cut) = (try? read([bytes[...]]), try? read([bytes[..<middle], bytes[middle...]]))
                guard whole == cut else { fail("a cut at \(middle) changes what is read") }
            }
        }
    }
#endif

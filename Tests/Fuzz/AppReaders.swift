// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import SearchModel
import Wire

/// Readers of app files, and of links and filters for an app.
enum AppReaders {
    private static let yaml = """
        name: shop
        searchers:
          products: { type: hits, index: products, hitsPerPage: 8 }
          brands: { type: facets, index: products, attribute: brand }
        filterStates:
          main: { searchers: [products, brands] }
        widgets:
          box: { type: search-box, searcher: products }
          brand: { type: refinement-list, searcher: products, filterState: main, attribute: brand, limit: 20 }
          price: { type: number-range, searcher: products, filterState: main, attribute: price }
          kind: { type: hierarchical-menu, searcher: products, filterState: main, attributes: [kind.lvl0, kind.lvl1] }
          hits: { type: hits, searcher: products }

        """

    /// App files: what is read survives being written as the JSON that processes get.
    static var files: ReaderTarget {
        ReaderTarget(
            seeds: [
                yaml,
                "name: x\nbackends:\n  a: { type: postgresql, address: ${DB}, password: ${KEY} }\nsearchers:\n  s: { type: hits, index: i, backend: a }\n",
                "name: x\nalgolia: true\nconsole: { title: T, origins: [https://a.example] }\nlog: { servers: [nats://a:4222] }\n",
                "name: x\nwidgets:\n  w: { run: python3 w.py, controller: w.js }\n",
            ],
            words: [
                "name:", "searchers:", "widgets:", "filterStates:", "backends:", "type:", "index:", "run:", "&a", "*a",
                "<<:",
                "!!str", "${", "}", "|\n", ">-\n", "---\n", "? ", "\t", "\u{feff}", "0x", "1e999", "~",
            ]
        ) { bytes in checkRoundTrip(try AppFile.read(bytes.text)) }
    }

    /// Queries of links: the state that one leads to has a link that leads to the same state.
    static var links: ReaderTarget {
        let scheme: PermalinkScheme
        do {
            let app = try AppFile.read(yaml)
            scheme = try app.permalinkScheme
        } catch { fail("\(error)") }
        return ReaderTarget(
            seeds: [
                "?q=lamp&brand=Acme~Globex&price=10..50", "https://a.example/?q.products=a%20b&index.products=other#x",
                "?hits.products=20&p.products=%7B%22a%22%3A1%7D&kind=A~B", "?main/and/brand=x&main/or/brand=-y",
            ],
            words: [
                "?", "&", "q=", "brand=", "price=", "..", "~", "%", "p.", "main/", "/or/", "-", "%7E", "'", "kind=",
            ]
        ) { bytes in
            let state = try SessionState(permalink: bytes.text, scheme)
            let link = state.permalink(scheme)
            guard link.utf8.count <= SessionLimits.link else { return }
            guard let again = try? SessionState(permalink: link, scheme), again == state.canonical else {
                fail("`\(bytes.text)` and its link `\(link)` lead to different states")
            }
        }
    }

    /// Responses as they are on the log.
    static var responses: ReaderTarget {
        ReaderTarget(
            seeds: [
                #"{"request":1,"query":"a","processingTimeMS":1.5,"hits":[{"objectID":"a","record":{"n":1},"highlighted":{"name":[["a",true]]}}],"nbHits":1,"page":0,"hitsPerPage":20,"facets":{"brand":[{"value":"x","count":2}]},"stats":{"price":{"min":1,"max":2}}}"#,
                #"{"query":"a","processingTimeMS":1,"attribute":"brand","facetHits":[{"value":true,"count":1}]}"#,
            ],
            words: [
                "\"hits\":[", "\"facets\":{", "\"count\":-1", "\"min\":1e308", "\"warnings\":[", "\"highlighted\":{",
            ]
        ) { bytes in
            let response = try SearchResponse(json: JSON(parsing: bytes))
            guard let again = try? SearchResponse(json: JSON(parsing: response.bytes())), again == response else {
                fail("a response does not survive being written: \(response.bytes().text)")
            }
        }
    }
}

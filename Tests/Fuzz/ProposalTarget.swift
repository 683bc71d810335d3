// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import AppProposal
import SearchIndex
import Wire

/// Files from which an app is created: for any contents, the app file and the settings are valid.
final class ProposalTarget: FuzzTarget {
    let words = [
        ",", ";", "\n", "\"", "1.10", "€ 5", "$", "USD", "1.299,00", "2024-02-29", "T12:30:00Z", "31.12.1999", "yes",
        "no", "n/a", " > ", "/", "|",
        "https://x.org/a.png", "price", "rating", "lat", "lng", "id", "name", "category", "tags", "created_at", "\":\"",
        "\":[", "\":{", "lvl0",
        "null", "a: b", "#", "- ", "{", "}", "'", "\u{2028}", "\u{85}",
    ]

    var seeds: [[UInt8]] {
        [
            "id,name,price,day,ok,tags,kind\n1,Lamp,1.10,2024-05-01,yes,a|b,A > B\n2,Desk,$ 5,1.5.2024,no,b|c,A > C\n",
            "a;b;lat;lng\n1,50 €;x;48.1;11.5\n1.299,00 €;x;48.2;11.6\n",
            "{\"objectID\":\"1\",\"title\":\"a\",\"rating\":4.5,\"c\":{\"lvl0\":\"a\",\"lvl1\":\"a > b\"},\"t\":[\"x\",\"y\"]}\n",
            "[{\"a: b\":\"#\",\"yes\":true,\"created_at\":1700000000000,\"_geoloc\":{\"lat\":1,\"lng\":2}}]",
        ]
        .map { Array($0.utf8) }
    }

    func run(_ bytes: [UInt8]) {
        var rest = [bytes, []][...]
        let reader = RecordReader(name: "x", options: .init(generatesIdentifiers: true)) { rest.popFirst() ?? [] }
        var source = IndexProposal.Source(name: "x", files: ["x"])
        do {
            while let record = try reader.next() { source.add(record, file: "x", number: reader.progress.records) }
        } catch is SearchBusError { return } catch { fail("\(error) is not an error of the product") }
        do {
            let index = try IndexProposal(source, identifier: nil)
            let app = ProposedApp(name: "x", indexes: [index])
            guard try AppFile.read(app.yaml(commands: ["x": "y"])).searchers.first?.index == "x" else {
                fail("the app has another index")
            }
            guard try IndexSettings(json: JSON(parsing: index.settings.json.bytes)) == index.settings else {
                fail("the settings are others")
            }
            let texts = index.conversion.texts
            guard try RecordConversion(identifier: index.identifier.attribute, texts: texts) == index.conversion else {
                fail("the conversions are others: \(texts)")
            }
        } catch { fail("\(error)") }
    }
}

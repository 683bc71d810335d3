// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import AppProposal
import ArgumentParser
import Foundation
import ProcessTesting
import RandomTesting
import Runtime
import SearchIndex
import Supervisor
import Testing
import Wire

@testable import searchbus

@Suite struct AppInitTests {
    /// A folder with files in which an app is created.
    private final class Place {
        let folder: String
        /// The files it was created from.
        private let given: Set<String>

        init(_ files: [String: String]) throws {
            folder = try makeTemporaryDirectory()
            given = Set(files.keys.filter { $0 != "searchbus.yaml" })
            for (name, text) in files { try Files.replace("\(folder)/\(name)", with: Array(text.utf8)) }
        }

        deinit { removeDirectory(folder) }

        /// Creates the app; returns the printed lines, and those that need the user's attention.
        @discardableResult
        func run(_ words: String...) throws -> (told: String, alerts: [String]) {
            let words = words.map { $0.replacing("@", with: "\(folder)/") }
            let command = try InitCommand.parse(words + ["--output", "\(folder)/searchbus.yaml"])
            var (told, alerts): ([String], [String]) = ([], [])
            try AppInit(
                command,
                sample: RecordSample(mostRecords: 200),
                say: { told.append($0) },
                alert: { alerts.append($0) }
            ).run()
            return (told.joined(separator: "\n"), alerts)
        }

        /// What exists beside the files.
        var content: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !given.contains($0) }
                .sorted()
        }

        func index(_ app: String) -> IndexDirectory { IndexDirectory(path: "\(folder)/.searchbus/\(app)/indexes") }
    }

    private static let shop = "id,name,price,brand\n1,Lamp,1.10,A\n2,Desk,22.50,A\n3,Chair,7.00,B\n"

    @Test func `files become an app whose check has nothing to say`() throws {
        let place = try Place(["data.csv": Self.shop])
        let (told, alerts) = try place.run("@data.csv", "--name", "my shop")
        #expect(alerts == [])
        #expect(told.contains("`id` (called like an identifier"))
        #expect(told.contains("its texts are numbers"))
        #expect(told.hasSuffix("next: searchbus up \(place.folder)/searchbus.yaml"))
        #expect(place.content == [".searchbus", "data.settings.json", "searchbus.yaml"])
        let summary = try place.index("my-shop").summary(of: "data")
        #expect(summary.recordCount == 3)
        #expect(summary.settings.numericAttributes?.contains("price") == true)
        let file = try AppFilePath("\(place.folder)/searchbus.yaml")
        let (app, warnings) = try file.load(against: "\(place.folder)/.searchbus/my-shop", looksInside: true)
        #expect(app.name == "my shop")
        #expect(warnings == [])
        let settings = try IndexSettings(
            json: JSON(parsing: (try? Files.read("\(place.folder)/data.settings.json")) ?? [])
        )
        #expect(settings.relevance == summary.settings.relevance)
        // A command finds the new app, even if it is called from elsewhere.
        #expect(try AppLocation(.init(app: file.path), for: .changing).data == "\(place.folder)/.searchbus/my-shop")
    }

    @Test func `nothing that is there is replaced, but where that is asked for`() throws {
        let place = try Place(["data.csv": Self.shop, "searchbus.yaml": "mine"])
        let error = #expect(throws: SearchBusError.self) { try place.run("@data.csv") }
        #expect(error?.code == .invalidArgument)
        #expect(place.content == ["searchbus.yaml"])
        #expect((try? Files.read("\(place.folder)/searchbus.yaml")) == Array("mine".utf8))
        try place.run("@data.csv", "--force")
        #expect((try? Files.read("\(place.folder)/searchbus.yaml"))?.count ?? 0 > 100)
        for file in ["searchbus.yaml", "data.settings.json"] {
            try FileManager.default.removeItem(atPath: "\(place.folder)/\(file)")
        }
        let index = #expect(throws: SearchBusError.self) { try place.run("@data.csv") }
        #expect(index?.message.contains("index `data` already") == true)
    }

    @Test func `an invalid record is reported with its line, and no files are left`() throws {
        let place = try Place(["data.ndjson": "{\"a\":1}\n{]\n", "data.csv": "id,b\n1,x\n,y\n"])
        let error = #expect(throws: SearchBusError.self) { try place.run("@data.ndjson") }
        #expect(error?.message.contains("data.ndjson, line 2") == true)
        let missing = #expect(throws: SearchBusError.self) { try place.run("@data.csv", "--id", "id") }
        #expect(missing?.message.contains("data.csv, line 3") == true)
        #expect(missing?.message.contains("`id`") == true)
        #expect(place.content == [])
    }

    @Test func `bad records are left out where that is asked for, and nothing is made of nothing`() throws {
        let place = try Place(["data.ndjson": "{\"a\":1}\n{]\n{\"a\":2}\n", "data.csv": "id,b\n"])
        try place.run("@data.ndjson", "--skip-invalid")
        #expect(try place.index("data").summary(of: "data").recordCount == 2)
        let error = #expect(throws: SearchBusError.self) {
            try place.run("@data.csv", "--name", "x", "--index", "y", "--force")
        }
        #expect(error?.message.contains("data.csv has no record") == true)
        #expect(throws: (any Error).self) { try place.run("@data.csv", "--index", "a b") }
    }

    @Test func `where it cannot be written, nothing is left`() throws {
        let place = try Place(["data.csv": Self.shop])
        // A folder has the name of the settings file.
        try FileManager.default.createDirectory(
            atPath: "\(place.folder)/x.settings.json",
            withIntermediateDirectories: false
        )
        #expect(throws: SearchBusError.self) { try place.run("@data.csv", "--index", "x", "--force") }
        #expect(!FileManager.default.fileExists(atPath: "\(place.folder)/.searchbus/x"))
        #expect(!FileManager.default.fileExists(atPath: "\(place.folder)/searchbus.yaml"))
    }

    @Test func `a dry run writes nothing`() throws {
        let place = try Place(["data.csv": Self.shop])
        let told = try place.run("@data.csv", "--dry-run").told
        #expect(told.contains("searchbus.yaml would be:") && told.contains("type: search-box"))
        let json = try JSON(parsing: place.run("@data.csv", "--dry-run", "--json").told)
        #expect(json["written"] == false)
        #expect(json["indexes"]?.array?.first?["conversions"] == ["price=number"])
        #expect(
            json["widgets"]?.array?.contains { $0["reason"]?.string?.contains("called like an amount") ?? false }
                == true
        )
        #expect(place.content == [])
    }

    @Test func `files of one kind are one index, others another`() throws {
        let place = try Place([
            "data.shop-1.csv": Self.shop,
            "data.shop-2.csv": Self.shop.replacing("\n1,", with: "\n4,").replacing("\n2,", with: "\n5,"),
            "data.people.csv": "id,first,last,town\n1,Ann,Lee,Rome\n",
        ])
        let files = ["shop-1", "shop-2", "people"].map { "\(place.folder)/data.\($0).csv" }
        let groups = try InitFiles(files: files, index: nil, showsProgress: false).groups()
        #expect(groups.map(\.files.count) == [2, 1])
        #expect(try InitFiles(files: files, index: "all", showsProgress: false).groups().map(\.name) == ["all"])
        #expect(InitFiles.commonStem(["a/shop-1.csv", "b/shop-2.csv"]) == "shop")
        #expect(InitFiles.commonStem(["de.csv", "fr.csv"]) == "de")
        #expect(InitFiles.stem("x/Größe 2.csv") == "groesse-2")
    }

    @Test func `an identifier that turns out to come twice is not used`() throws {
        // The sample has every other record, and so only one of the two.
        let rows = (0..<250).map { "\($0 == 201 ? 1 : $0),n\($0)" }.joined(separator: "\n")
        let place = try Place(["data.csv": "id,name\n\(rows)\n"])
        let alerts = try place.run("@data.csv").alerts
        #expect(alerts == ["warning: some records have the same identifier, so that all records were given a number"])
        #expect(try place.index("data").summary(of: "data").recordCount == 250)
        let text = String(decoding: (try? Files.read("\(place.folder)/searchbus.yaml")) ?? [], as: UTF8.self)
        #expect(text.contains("--generate-ids"))
    }

    @Test func `whatever table there is, the app is in order and its index has all that it asks for`() throws {
        var generator = SeededGenerator(seed: testSeed)
        let names = [
            "id", "name", "Preis", "rating", "yes", "a: b", "#x", "created", "tags", "category", "😀", "box", "zip",
            "lat", "lng", "\"q\"", "a.b",
        ]
        let kinds: [(inout SeededGenerator) -> String] = [
            { "\(Int.random(in: 0...5, using: &$0))" }, { "\(Int.random(in: 0...9_999, using: &$0))" },
            { "\(Double(Int.random(in: 0...9_999, using: &$0)) / 100) €" },
            { $0.pick(["yes", "no"]) }, { "v\(Int.random(in: 0...70, using: &$0))" },
            { "2024-0\(Int.random(in: 1...9, using: &$0))-11" },
            { "A > \($0.pick(["B", "C"])) > D" }, { $0.pick(["x|y", "z", "x|z"]) },
            { $0.pick(["", "n/a", "1.10", "#", "- x", "long words of all kinds"]) },
            { _ in "same" }, { "https://x.org/\(Int.random(in: 0...99, using: &$0)).png" },
        ]
        for _ in 0..<12 {
            let columns = names.shuffled(using: &generator).prefix(Int.random(in: 1...9, using: &generator)).map {
                ($0, generator.pick(kinds))
            }
            let count = generator.pick([1, 3, 40, 120])
            let rows = [columns.map(\.0)] + (0..<count).map { _ in columns.map { $0.1(&generator) } }
            let text = rows.map { row in row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") }
                .joined(separator: "\n")
            let place = try Place(["data.csv": text])
            do {
                let alerts = try place.run("@data.csv").alerts.filter {
                    !$0.contains("identifier") && !$0.contains("could not be converted")
                }
                #expect(alerts == [], "seed \(testSeed): \(columns.map(\.0))")
            } catch {
                Issue.record("seed \(testSeed): \(error)\n\(text.prefix(500))")
            }
        }
    }
}

// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Wire

/// A user's action on results of a search without a session.
struct SearchReport: Sendable {
    /// How many reports one call holds.
    static let limit = 100
    /// How many records one report names.
    private static let recordLimit = 20
    /// What a call's JSON must not exceed.
    static let limits = JSONLimits(depth: 8, values: 10_000)

    private static let types = ["click", "conversion", "view"]
    /// The form of a call.
    static let shape = Shape.named("SearchReports", Shape.object(["reports": .list(one, 1...limit)]).closed)
    private static let one = Shape.object([
        "type": .words(types), "queryID": .text(matching: "^[0-7][0-9a-f]{31}$"),
        "objectIDs": .list(.text.adding(["minLength": 1]), 1...recordLimit).described("Each of 1 to 512 bytes."),
        "positions?": .list(.integer(1...1_000_000)).described(
            "Where each of `objectIDs` stood among the results, the first being 1."
        ),
    ]).closed

    /// Which search the results are of.
    let queryID: QueryIdentifier
    private let type: String
    private let objectIDs: [String]
    private let positions: [Int]

    /// Reads the body of a call: `{"reports": […]}`.
    ///
    /// - Throws: `SearchBusError` that names the first report which is not in order; then none counts.
    static func parse(_ json: JSON) throws -> [SearchReport] {
        guard json.object?.count == 1, let list = json["reports"]?.array, (1...limit).contains(list.count) else {
            throw SearchBusError(.invalidArgument, "`reports` is not an array of 1 to \(limit) reports, and alone.")
        }
        return try list.enumerated().map { number, element in try SearchReport(element, place: number) }
    }

    private init(_ json: JSON, place: Int) throws {
        let names = Set(Self.one.memberNames)
        guard let members = json.object, members.keys.allSatisfy(names.contains) else {
            throw SearchBusError(
                .invalidArgument,
                "Report \(place + 1) is not an object of \(names.sorted().map { "`\($0)`" }.joined(separator: ", "))."
            )
        }
        guard let type = json["type"]?.string, Self.types.contains(type) else {
            throw SearchBusError(
                .invalidArgument,
                "Report \(place + 1): `type` is not `click`, `conversion` or `view`."
            )
        }
        guard let queryID = json["queryID"]?.string.flatMap(QueryIdentifier.init) else {
            throw SearchBusError(
                .invalidArgument,
                "Report \(place + 1): `queryID` is not 32 hexadecimal digits.",
                remedy: "The response to a search with `clickAnalytics` has it."
            )
        }
        let records = json["objectIDs"]?.array ?? []
        objectIDs = records.compactMap(\.string).filter { (1...512).contains($0.utf8.count) }
        guard (1...Self.recordLimit).contains(records.count), objectIDs.count == records.count else {
            throw SearchBusError(
                .invalidArgument,
                "Report \(place + 1): `objectIDs` is not an array of 1 to \(Self.recordLimit) texts of 1 to 512 bytes."
            )
        }
        let places = json["positions"]?.array ?? []
        positions = places.compactMap(\.int).filter { (1...1_000_000).contains($0) }
        guard json["positions"].map({ $0.array != nil }) ?? true, positions.count == places.count,
            places.isEmpty || places.count == records.count
        else {
            throw SearchBusError(
                .invalidArgument,
                "Report \(place + 1): `positions` is not a number from 1 for each of `objectIDs`."
            )
        }
        (self.type, self.queryID) = (type, queryID)
    }

    /// The report as on the log, with its search.
    func json(from origin: SearchOrigins.Origin) -> JSON {
        var object = JSONObject([("kind", .string(type)), ("objectIDs", JSON(objectIDs))])
        if !positions.isEmpty { object["positions"] = .array(positions.map { JSON($0) }) }
        origin.complete(&object, queryID)
        return .object(object)
    }
}

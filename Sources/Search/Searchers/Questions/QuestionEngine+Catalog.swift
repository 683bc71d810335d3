// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import Bus
import SearchIndex
import SearchModel
import Wire

/// Questions that are not searches: reads of an index.
extension QuestionEngine {
    /// How many bytes of records one page of all of them has.
    private static let pageBytes = 768 << 10
    /// The maximum size of the results that one recommendation is made of, in bytes.
    private static let comparedBytes = 8 << 20

    /// Answers a question that needs no search.
    func look(_ question: AlgoliaQuestion, _ budget: WorkBudget) -> Answer {
        do {
            switch question.kind {
            case .objects: return .success(try objects(question, budget))
            case .settings: return .success(try settings(question))
            case .synonyms: return .success(try synonyms(question, budget))
            case .indexes: return .success(try indexes(budget))
            case .browse: return .success(try browse(question, budget))
            case .recommendations: return .success(try recommendations(question, budget))
            case .hits, .facets: throw AlgoliaError("The question is a search.")
            }
        } catch {
            return .failure(AlgoliaError(describing: error, of: question.index))
        }
    }

    private func catalog(of index: String) throws(AlgoliaError) -> any IndexCatalog {
        guard let catalog = backend(of: index)?.catalog else {
            throw AlgoliaError("Index \(index) is one of another service: it can only be searched here.")
        }
        return catalog
    }

    /// The named records, null for a missing one.
    private func objects(_ question: AlgoliaQuestion, _ budget: WorkBudget) throws -> [UInt8] {
        let requests = question.parameters["requests"]?.array ?? []
        var output = Array(#"{"results":["#.utf8)
        var known: [String: [AttributeBounds]] = [:]
        for (place, request) in requests.enumerated() {
            if place > 0 { output.append(UInt8(ascii: ",")) }
            guard let index = request["indexName"]?.string, let objectID = request["objectID"]?.string else {
                throw AlgoliaError("requests: indexName and objectID are expected")
            }
            let names = request["attributesToRetrieve"]?.array?.compactMap(\.string)
            let bounds = try known[index] ?? bounds(of: question, index)
            known[index] = bounds
            let found = try object(objectID, of: index, names, budget)
            let object = try found.map { try bounds.reduce($0) { try $1.cut($0) } } ?? Array("null".utf8)
            // What does not fit is not collected: a thousand records may have a gibibyte.
            guard budget.hold(object.count + 1) else { throw AnswerList.tooLarge }
            output += object
        }
        return output + Array("]}".utf8)
    }

    /// The bounds on what a question shows of the records of an index, where it reads them without a search.
    private func bounds(of question: AlgoliaQuestion, _ index: String) throws(AlgoliaError) -> [AttributeBounds] {
        try question.attributeBounds(unretrievable: question.hidesUnretrievable ? unretrievable(in: index) : nil)
    }

    /// The attributes that the settings of an index withhold, where it has such settings.
    private func unretrievable(in index: String) -> JSON? {
        guard let profile = try? catalog(of: index).profile(of: index) else { return nil }
        return profile.algoliaSettings.queryDefaults["unretrievableAttributes"]
    }

    private func object(
        _ objectID: String,
        of index: String,
        _ names: [String]?,
        _ budget: WorkBudget
    ) throws -> [UInt8]? {
        budget.spend(WorkBudget.lookup)
        try budget.check()
        let found: [UInt8]?
        do { found = try catalog(of: index).records([objectID], of: index).first ?? nil } catch let error
            as SearchBusError
            where error.code == .unknownIndex
        { return nil }
        budget.spend((found?.count ?? 0) * WorkBudget.recordByte)
        try budget.check()
        guard let found = found.map({ AlgoliaRecord.identified($0, as: objectID) }) else { return nil }
        guard let names, !names.contains("*") else { return found }
        return try JSONSelection(names + ["objectID"]).cut(found)
    }

    private func settings(_ question: AlgoliaQuestion) throws -> [UInt8] {
        let profile = try catalog(of: question.index).profile(of: question.index)
        return JSON.object(profile.algoliaSettings.all).bytes
    }

    private func synonyms(_ question: AlgoliaQuestion, _ budget: WorkBudget) throws -> [UInt8] {
        budget.spend(WorkBudget.listing)
        try budget.check()
        let profile = try catalog(of: question.index).profile(of: question.index)
        return try profile.algoliaSynonyms.answer(question.parameters).bytes
    }

    /// What there is to know of every index.
    private func indexes(_ budget: WorkBudget) throws -> [UInt8] {
        budget.spend(WorkBudget.listing)
        try budget.check()
        let items = try catalog?.listing() ?? []
        let json: JSON = [
            "items": .array(
                items.map { item in
                    let time = JSON.string(Timestamp(microseconds: Int64(item.updatedAt) * 1_000_000).description)
                    return [
                        "name": .string(item.name), "createdAt": time, "updatedAt": time, "entries": JSON(item.records),
                        "dataSize": JSON(item.bytes), "fileSize": JSON(item.bytes), "lastBuildTimeS": 0,
                        "numberOfPendingTasks": 0, "pendingTask": false,
                    ]
                }
            ),
            "nbPages": 1,
        ]
        return json.bytes
    }

    /// A page of all records; where records are large it has fewer than were asked for.
    private func browse(_ question: AlgoliaQuestion, _ budget: WorkBudget) throws -> [UInt8] {
        let catalog = try catalog(of: question.index)
        _ = try catalog.profile(of: question.index)
        guard let backend = backend(of: question.index) else {
            throw AlgoliaError("There is no such index.", status: 404)
        }
        var question = question
        let withheld = question.hidesUnretrievable ? unretrievable(in: question.index) : nil
        let index = AlgoliaQuery.Index(
            defaults: JSONObject(withheld.map { [("unretrievableAttributes", $0)] } ?? [])
        )
        while true {
            let query = try AlgoliaQuery(question, of: index)
            // Each try has the bytes of a whole answer, and all of them together the work of one question.
            let page = budget.part(WorkBudget.Limits(units: .max, bytes: budget.limits.bytes))
            defer { budget.add(page) }
            guard let result = backend.searchNow([query.request], within: page)?.first else {
                throw AlgoliaError("Index \(question.index) can only be searched here.")
            }
            let (start, size) = (query.request.page * query.request.hitsPerPage, query.request.hitsPerPage)
            if page.heldBytes <= Self.pageBytes || size <= 1 {
                let answer = query.answer(try result.get())
                guard answer.count > Self.pageBytes, size > 1 else { return answer }
            }
            // Pages of a power of two, so that the next one begins where this one ends.
            var smaller = 1
            while smaller * 2 < size, start.isMultiple(of: smaller * 2) { smaller *= 2 }
            question.parameters["cursor"] = .string("\(start)-\(smaller)")
        }
    }
}

extension QuestionEngine {
    /// Records like one.
    private func recommendations(_ question: AlgoliaQuestion, _ budget: WorkBudget) throws -> [UInt8] {
        let catalog = try catalog(of: question.index)
        let recommendation = try AlgoliaRecommendation(
            question,
            of: try catalog.profile(of: question.index).algoliaIndex,
            marking: catalog.marker(for:)
        )
        return try recommendation.answer { request in
            // Most of the hits are only read, and are not part of the answer.
            let part = budget.part(WorkBudget.Limits(units: .max, bytes: Self.comparedBytes))
            defer { budget.add(part) }
            guard let result = backend(of: question.index)?.searchNow([request], within: part)?.first else {
                throw AlgoliaError("Index \(question.index) can only be searched here.")
            }
            return try result.get()
        }
    }
}

extension IndexProfile {
    /// What must be known of the index to read a question.
    var algoliaIndex: AlgoliaQuery.Index {
        AlgoliaQuery.Index(
            facets: facets,
            numeric: numeric,
            searched: searched,
            highlighted: highlighted,
            takesRelevance: true,
            defaults: algoliaSettings.queryDefaults
        )
    }

    private var keptIndex: AlgoliaIndexSettings { AlgoliaIndexSettings(given: given, extra: extra) }

    /// The settings as Algolia's clients know them.
    var algoliaSettings: AlgoliaSettings {
        primary.map { keptIndex.settings(ofReplica: name, primary: $0) } ?? keptIndex.settings
    }

    /// The synonyms as Algolia's clients know them.
    var algoliaSynonyms: AlgoliaSynonyms { keptIndex.synonyms }
}

// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

/// The answers of a `results/algolia/` event, passed on unchanged.
///
/// They are the last member of the event's data, so that they need not be parsed.
struct AlgoliaAnswers {
    /// The list of answers, with its brackets.
    private let list: ArraySlice<UInt8>

    /// Extracts the answers of an event.
    ///
    /// - Throws: `AlgoliaError`, the first one of those that failed; `JSONError` for data in which the answers are missing or not
    ///   the last member.
    init(_ event: Event) throws {
        let data = event.dataBytes
        let (members, start) = try JSON.membersBefore("results", in: data)
        list = data[start..<(data.endIndex - 1)]
        guard list.count >= 2, list.first == UInt8(ascii: "["), list.last == UInt8(ascii: "]") else {
            throw JSONError("`results` is not a list")
        }
        // Nothing may follow the list: a client would get invalid JSON, with status 200.
        try JSONValidator.validate(Array(list), limits: JSONLimits(depth: 512, values: .max))
        if let first = members["failed"]?.array?.first?.int {
            let answers = try JSON(parsing: list).array ?? []
            guard answers.indices.contains(first) else { throw AlgoliaError("The search failed.", status: 502) }
            throw try AlgoliaError(json: answers[first])
        }
    }

    /// Combines answers from several sources.
    init(_ answers: [[UInt8]]) {
        var list: [UInt8] = [UInt8(ascii: "[")]
        for (number, answer) in answers.enumerated() {
            if number > 0 { list.append(UInt8(ascii: ",")) }
            list += answer
        }
        list.append(UInt8(ascii: "]"))
        self.list = list[...]
    }

    /// Each answer by itself.
    var each: [[UInt8]] {
        get throws {
            let limits = JSONLimits(depth: 512, values: .max)
            return try (JSON(parsing: list, limits: limits).array ?? []).map(\.bytes)
        }
    }

    /// The answer of a call with one request.
    var one: ArraySlice<UInt8> { list.dropFirst().dropLast() }

    /// The response of a call with one request.
    var response: Response { .json(ByteBuffer(bytes: one)) }

    /// The response of a call with several requests: `{"results": […]}`.
    var responseOfAll: Response {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(list.count + 16)
        buffer.writeString(#"{"results":"#)
        buffer.writeBytes(list)
        buffer.writeString("}")
        return .json(buffer)
    }
}

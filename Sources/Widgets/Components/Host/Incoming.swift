// SPDX-License-Identifier: MIT

import Bus
import Interactors
import SearchModel
import Wire

/// An event as the folds of a process read it: parsed once, when the first of them asks, for all of them.
///
/// Belongs to the task of the host.
public final class Incoming {
    public let event: Event
    private let interest: EventInterest
    private var parsed: Result<JSON, any Error>?
    private var response: Result<Answer, any Error>?
    private var filters: Result<FilterState, any Error>?
    private var asked: Result<UnitRequest, any Error>?

    /// What a `results/` event says.
    public struct Answer: Sendable {
        /// The number of the request that is answered.
        public let request: Int
        public let response: SearchResponse
    }

    public init(_ event: Event, interest: EventInterest = .all) {
        self.event = event
        self.interest = interest
    }

    /// The data; of a response and of a request, the parts that some fold looks at.
    ///
    /// - Throws: `JSONError` where they are not JSON.
    public func data() throws -> JSON {
        try once(&parsed) {
            switch event.topic.kind {
            case .results: try interest.response(event.dataBytes)
            case .request: try interest.request(event.dataBytes)
            default: try event.data()
            }
        }
    }

    /// The intent that the event is.
    ///
    /// - Throws: `JSONError` where the data are not JSON.
    public func intent() throws -> Intent {
        Intent(type: String(event.typeSuffix), data: try data())
    }

    /// The answer that a `results/` event holds.
    ///
    /// - Throws: `JSONError` for invalid data.
    public func answer() throws -> Answer {
        try once(&response) {
            let data = try data()
            return Answer(request: try data.requiredInt("request"), response: try SearchResponse(json: data))
        }
    }

    /// The filter state that a `filters/` event holds.
    ///
    /// - Throws: `JSONError` for invalid data.
    public func filterState() throws -> FilterState {
        try once(&filters) { try FilterState(json: try data()) }
    }

    /// The request that a `request/` event holds; of its members, those that some fold looks at.
    ///
    /// - Throws: `JSONError` for invalid data.
    public func request() throws -> UnitRequest {
        try once(&asked) { try UnitRequest(json: try data()) }
    }

    private func once<Value>(_ known: inout Result<Value, any Error>?, _ make: () throws -> Value) throws -> Value {
        if let known { return try known.get() }
        let made = Result { try make() }
        known = made
        return try made.get()
    }
}

// SPDX-License-Identifier: MIT

import Wire

/// The progress of a search that has no response yet: the data of an event on `search/`.
public struct SearchNotice: JSONRecord {
    public enum Stage: String, Sendable, CaseIterable {
        case started, stalled, failed, superseded
    }

    public var searcher = ""
    public var request: Int?
    public var query = ""
    public var page = 0
    public var code: String?
    public var message: String?
    public var remedy: String?
    public var retryAt: String?

    public init() {}

    public init(searcher: String, request: Int, query: String, page: Int) {
        (self.searcher, self.request, self.query, self.page) = (searcher, request, query, page)
    }

    public static let fields: [RecordField<SearchNotice>] = [
        RecordField("searcher", \.searcher, "The searcher."),
        RecordField("request", \.request, schema: .integer, "The number of the request."),
        RecordField("query", \.query, "The text of the request."),
        RecordField("page", \.page, "The page of the request."),
        RecordField("code", \.code, "Of a failed search: its code in the error catalogue."),
        RecordField("message", \.message, "Of a failed search: what happened."),
        RecordField("remedy", \.remedy, "Of a failed search: what to do."),
        RecordField("retryAt", \.retryAt, "When a failed search is retried, if it is."),
    ]

    /// The same with the reason of a failure.
    public func failed(_ error: SearchBusError, retryAt: String? = nil) -> SearchNotice {
        var notice = self
        (notice.code, notice.message, notice.remedy) = (error.code.rawValue, error.message, error.remedy)
        notice.retryAt = retryAt
        return notice
    }

    /// What the notice tells widgets; `nil` for a type of event that a newer version may have.
    public func progress(type: Substring) -> SearchProgress? {
        switch Stage(rawValue: String(type)) {
        case .started: .started
        case .stalled: .stalled
        case .superseded: .superseded
        case .failed:
            .failed(
                code: code ?? ErrorCode.backendFailed.rawValue,
                message: message ?? "The search failed.",
                remedy: remedy
            )
        case nil: nil
        }
    }
}

// SPDX-License-Identifier: MIT

import SearchModel

/// The inputs of an interactor, one at a time, in the order of the log.
public enum Input: Sendable {
    /// The session begins; the host publishes the first view after it.
    case start
    /// An intent that the widget itself carries out.
    case intent(Intent)
    /// The widget's filter state changed, whatever the reason.
    case filters(FilterState)
    /// What the widget's searcher (or, for a multi searcher, the member named) is asked for changed.
    case request(searcher: String, MemberRequest)
    /// A search began, is slow, failed or was superseded.
    case search(searcher: String, request: Int, SearchProgress)
    /// The searcher answered.
    case results(searcher: String, request: Int, SearchResponse)
    /// What is awaited has not come for long, whatever the reason.
    case overdue
    /// The session's overview changed; sent to widgets that are connected to it.
    case session(SessionOverview)
    /// The session was reset; its searches follow as usual.
    case reset
}

/// How a search that has not answered yet is getting on.
public enum SearchProgress: Sendable, Hashable {
    /// It has taken long enough to be announced.
    case started
    /// It has taken so long that people should see it.
    case stalled
    /// It ended without an answer; the last good results stay.
    case failed(code: String, message: String, remedy: String?)
    /// A newer search overtook it.
    case superseded
}

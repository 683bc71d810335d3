// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

extension SearchPhase {
    /// What an input means for what a widget shows of a searcher's answers.
    public enum News: Sendable, Hashable {
        /// Everything that was shown is outdated.
        case cleared(searcher: String)
        /// An answer to show, and the request that it answers.
        case answer(SearchResponse, of: String, request: Int)
    }

    /// Takes in whatever input it may be; answers what follows for the widget, `nil` where nothing does.
    ///
    /// A widget that shows answers calls it first with each input, and looks itself at filters and intents only.
    public mutating func take(_ input: Input) -> News? {
        switch input {
        case .request(let searcher, let request):
            return note(request, of: searcher) ? .cleared(searcher: searcher) : nil
        case .results(let searcher, let request, let response):
            return accepts(request, of: searcher) ? .answer(response, of: searcher, request: request) : nil
        case .search(let searcher, let request, let progress):
            note(progress, of: request, of: searcher)
        case .overdue:
            noteOverdue()
        case .start, .intent, .filters, .session, .reset:
            break
        }
        return nil
    }
}

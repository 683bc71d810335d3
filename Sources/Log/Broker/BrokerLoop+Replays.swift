// SPDX-License-Identifier: MIT

import Bus
import Wire

extension BrokerLoop {
    /// Has a page of the log read; a client that there is no room for asks again.
    func read(_ query: ReplayQuery, for client: Client) {
        if !replays.add(ReplayPool.Job(client: client, query: query, head: store.head)) { statistics.unanswered += 1 }
    }

    func answerReplays() throws {
        for answer in replays.take() {
            switch answer.page {
            case .failure(let error): try refuse(answer.job.client, error)
            case .success(let page): try send(page, of: answer.job)
            }
        }
    }

    private func send(_ page: LogStore.Page, of job: ReplayPool.Job) throws {
        // The page is of the log's state at the time of the request.
        var header = okHeader(head: job.head)
        header["through"] = .string(page.through.description)
        // What was deleted before the page was read is behind the mark of now.
        let mark = min(store.retention.mark(of: job.query.prefixes), job.head)
        let bottom = job.query.isBackward ? page.through.predecessor : job.query.after
        if bottom < mark { header["trimmed"] = .string(mark.description) }
        if let shared = store.divergence(at: job.query.after) { header["diverged"] = .string(shared.description) }
        try send(header, page.events, to: job.client)
    }
}

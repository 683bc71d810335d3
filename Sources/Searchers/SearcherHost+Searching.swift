// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import Components
import Interactors
import SearchModel
import Wire

extension SearcherHost {
    /// Begins the searches of those who have waited longest, and waits a little for the answers: as long as they keep
    /// coming, but not for ever.
    ///
    /// When everybody types, most of what is wanted waits for a later turn, and only the newest of it is searched then.
    ///
    /// - Returns: The sessions whose searches were begun.
    func search() async throws -> Set<String> {
        var begun: Set<String> = []
        while begun.count < Self.turnLimit, let session = wanting.popFirst() {
            if launch(session) { begun.insert(session) }
        }
        var open = begun
        let end = ContinuousClock.now.advanced(by: Self.longestWait)
        var deadline = ContinuousClock.now.advanced(by: Self.grace)
        while !open.isEmpty {
            let content = await inbox.take(until: deadline, takesEvents: false)
            if let failure = content.failure { throw failure }
            guard !content.completions.isEmpty else { break }
            deadline = min(ContinuousClock.now.advanced(by: Self.grace), end)
            for completion in content.completions {
                // What an earlier turn began has a turn of its own: one append holds only so much.
                guard open.remove(completion.session) != nil else {
                    completions.append(completion)
                    continue
                }
                try finish(completion)
            }
        }
        return begun
    }

    /// Lets a session wait for the search that it wants; the one under way is cancelled where that makes it pointless.
    func enqueue(_ session: String) {
        guard let entry = cache[session], entry.machine.isWaiting else { return }
        if entry.machine.running?.isSuperseded == true { entry.task?.cancel() }
        if entry.machine.running == nil { wanting.append(session) }
    }

    /// Begins the search that a session wants; answers whether there was one.
    private func launch(_ session: String) -> Bool {
        guard var entry = cache.take(session) else { return false }
        defer { cache.insert(entry, for: session) }
        guard let launch = entry.machine.launch() else { return false }
        let (inbox, run) = (inbox, run)
        let searches = group(launch)
        entry.launchedAt = .now
        entry.task = Task.detached {
            let answers = await SearcherHost.answers(to: searches)
            inbox.put(SearchCompletion(session: session, request: launch.request, answers: answers), of: run)
        }
        underWay.insert(session)
        return true
    }

    private typealias Group = (backend: any SearchBackend, members: [String], requests: [SearchRequest])

    /// The requests of a search, one group a backend, so that each backend is asked once.
    private func group(_ launch: SearcherStateMachine.Launch) -> [Group] {
        var groups: [(name: String, group: Group)] = []
        for (member, request) in launch.requests {
            let name = unit.member(member)?.backend ?? ""
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].group.members.append(member)
                groups[index].group.requests.append(request)
            } else if let backend = backends[name] {
                groups.append((name, (backend, [member], [request])))
            }
        }
        return groups.map(\.group)
    }

    private static func answers(
        to groups: [Group]
    ) async -> [(member: String, result: Result<SearchResponse, SearchBusError>)] {
        await withTaskGroup(of: [(member: String, result: Result<SearchResponse, SearchBusError>)].self) { tasks in
            for group in groups {
                tasks.addTask {
                    let results = await group.backend.search(group.requests)
                    return zip(group.members, results).map { ($0, $1) }
                }
            }
            return await tasks.reduce(into: []) { $0 += $1 }
        }
    }

    /// When the next search under way counts as slow.
    func nextStall() -> ContinuousClock.Instant? {
        underWay.compactMap { session -> ContinuousClock.Instant? in
            guard let entry = cache[session], let running = entry.machine.running, !running.isStalled,
                !running.isSuperseded
            else { return nil }
            return entry.launchedAt?.advanced(by: stallDelay)
        }.min()
    }
}

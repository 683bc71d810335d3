// SPDX-License-Identifier: MIT

/// What waits to be read for clients, by the numbers of their connections: one at a time of each client, and the clients in turn.
///
/// A pure value.
struct ReplayQueue<Job> {
    /// How many jobs may wait in all, and of one client.
    static var limit: (total: Int, client: Int) { (1_024, 512) }

    private var waiting: [Int: ArraySlice<Job>] = [:]
    /// The clients that have jobs and are not being served, the next one first.
    private var turns: ArraySlice<Int> = []
    private var served: Set<Int> = []
    private(set) var count = 0

    init() {}

    /// Adds a job; answers whether no job was dropped.
    ///
    /// Where the queue is full, the client with the most jobs loses its last one, so that one client cannot keep others out.
    mutating func add(_ job: Job, of client: Int) -> Bool {
        let known = waiting[client]?.count ?? 0
        guard known < Self.limit.client else { return false }
        let isFull = count >= Self.limit.total
        if isFull {
            guard let longest = waiting.max(by: { $0.value.count < $1.value.count }), longest.value.count > known + 1
            else { return false }
            waiting[longest.key]?.removeLast()
            count -= 1
        }
        if known == 0, !served.contains(client) { turns.append(client) }
        waiting[client, default: []].append(job)
        count += 1
        return !isFull
    }

    /// The next job; its client gets no other one before `finish`.
    mutating func next() -> (client: Int, job: Job)? {
        guard let client = turns.popFirst(), let job = waiting[client]?.popFirst() else { return nil }
        if waiting[client]?.isEmpty == true { waiting[client] = nil }
        served.insert(client)
        count -= 1
        return (client, job)
    }

    mutating func finish(_ client: Int) {
        served.remove(client)
        if waiting[client] != nil { turns.append(client) }
    }
}

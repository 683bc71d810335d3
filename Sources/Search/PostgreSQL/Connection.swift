// SPDX-License-Identifier: MIT

import CPostgreSQL
import Glibc

/// A connection to a database; it belongs to one thread, which waits for the server and for a wake-up at the same time.
final class Connection {
    struct Stopped: Error {}

    /// A row: the bytes of each column, `nil` for null.
    typealias Row = [[UInt8]?]

    private let pointer: OpaquePointer
    private let configuration: ConnectionConfiguration
    private let wake: WakeUp

    /// Whether what the configuration sets holds by itself; otherwise each statement has a transaction in which it does.
    private var isSet = true

    /// Makes a connection.
    static func made(_ configuration: ConnectionConfiguration, wake: WakeUp, isStopped: () -> Bool) throws -> Connection
    {
        do {
            let connection = try Connection(configuration, wake: wake, isStopped, withOptions: true)
            // A pooler may take the settings, and lose them.
            let (question, count) = configuration.check
            let answer = try connection.answer(to: question, isStopped).first?.first ?? nil
            connection.isSet = answer.map { String(decoding: $0, as: UTF8.self) } == String(count)
            return connection
        } catch let error as PostgreSQLError where error.refusesOptions {
            let connection = try Connection(configuration, wake: wake, isStopped, withOptions: false)
            connection.isSet = false
            return connection
        }
    }

    private init(
        _ configuration: ConnectionConfiguration,
        wake: WakeUp,
        _ isStopped: () -> Bool,
        withOptions: Bool
    ) throws {
        self.configuration = configuration
        self.wake = wake
        guard let pointer = ConnectionStart.begin(configuration, withOptions: withOptions) else {
            throw PostgreSQLError(.unreachable, "no memory is left")
        }
        self.pointer = pointer
        PQsetNoticeProcessor(pointer, { _, _ in }, nil)
        let deadline = ContinuousClock.now.advanced(by: configuration.connectTimeout)
        var state = PQstatus(pointer) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED else { throw failure(.unreachable) }
            let isCalled = wake.wait(
                with: PQsocket(pointer),
                for: state == PGRES_POLLING_WRITING ? POLLOUT : POLLIN,
                until: deadline
            )
            guard !isStopped() else { throw Stopped() }
            guard isCalled, ContinuousClock.now < deadline else {
                throw PostgreSQLError(.unreachable, "no answer within \(configuration.connectTimeout)")
            }
            state = Self.isReady(pointer, state) ? PQconnectPoll(pointer) : state
        }
        PQsetnonblocking(pointer, 1)
    }

    deinit { PQfinish(pointer) }

    /// Whether the socket has what the state waits for; a wake-up may have come in its place.
    private static func isReady(_ pointer: OpaquePointer, _ state: PostgresPollingStatusType) -> Bool {
        let events = state == PGRES_POLLING_WRITING ? POLLOUT : POLLIN
        var item = pollfd(fd: PQsocket(pointer), events: Int16(truncatingIfNeeded: events), revents: 0)
        return poll(&item, 1, 0) > 0
    }

    /// The descriptor, on which notifications come.
    var socket: Int32 { PQsocket(pointer) }

    // MARK: - Statements

    /// The rows that a statement brings.
    ///
    /// - Throws: `PostgreSQLError`, or `Stopped`, after which the connection is still at work on the statement.
    func rows(of statement: Statement, isStopped: () -> Bool) throws -> [Row] {
        guard !isSet else { return try answer(to: statement, isStopped) }
        _ = try answer(to: configuration.begin, isStopped)
        do {
            let rows = try answer(to: statement, isStopped)
            _ = try answer(to: Statement("COMMIT"), isStopped)
            return rows
        } catch let error as PostgreSQLError where error.kind != .lost {
            _ = try answer(to: Statement("ROLLBACK"), isStopped)
            throw error
        }
    }

    private func answer(to statement: Statement, _ isStopped: () -> Bool) throws -> [Row] {
        guard send(statement) == 1 else { throw failure(.lost) }
        var rows: [Row] = []
        var refusal: PostgreSQLError?
        while true {
            try settle(isStopped)
            guard let result = PQgetResult(pointer) else { break }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK where refusal == nil:
                do { rows = try read(result) } catch let error as PostgreSQLError { refusal = error }
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
            default: refusal = self.refusal(result)
            }
        }
        if let refusal { throw refusal }
        return rows
    }

    private func send(_ statement: Statement) -> Int32 {
        guard !statement.values.isEmpty else { return PQsendQuery(pointer, statement.text) }
        let values = statement.values.map { strdup($0) }
        defer { for value in values { free(value) } }
        let pointers = values.map { UnsafePointer($0) }
        return PQsendQueryParams(pointer, statement.text, Int32(values.count), nil, pointers, nil, nil, 0)
    }

    /// Sends what is left to send and waits until a result can be taken.
    private func settle(_ isStopped: () -> Bool) throws {
        var unsent = PQflush(pointer)
        while unsent > 0 || PQisBusy(pointer) == 1 {
            _ = wake.wait(with: PQsocket(pointer), for: unsent > 0 ? POLLIN | POLLOUT : POLLIN)
            guard !isStopped() else { throw Stopped() }
            guard PQconsumeInput(pointer) == 1 else { throw failure(.lost) }
            if unsent > 0 { unsent = PQflush(pointer) }
        }
        guard unsent >= 0 else { throw failure(.lost) }
    }

    private func read(_ result: OpaquePointer) throws -> [Row] {
        var left = configuration.largestResult
        let columns = PQnfields(result)
        return try (0..<PQntuples(result)).map { row in
            try (0..<columns).map { column in
                guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else {
                    return nil
                }
                let count = Int(PQgetlength(result, row, column))
                left -= count
                guard left >= 0 else {
                    throw PostgreSQLError(.tooLarge, "the result has more than \(configuration.largestResult) bytes")
                }
                return Array(UnsafeRawBufferPointer(start: bytes, count: count))
            }
        }
    }

    private func refusal(_ result: OpaquePointer) -> PostgreSQLError {
        func field(_ letter: UInt8) -> String? { PQresultErrorField(result, Int32(letter)).map { String(cString: $0) } }
        guard let code = field(UInt8(ascii: "C")) else { return failure(.lost) }
        return PostgreSQLError(
            .refused(code: code),
            configuration.masked(field(UInt8(ascii: "M")) ?? "no reason given")
        )
    }

    private func failure(_ kind: PostgreSQLError.Kind) -> PostgreSQLError {
        let words = PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
        return PostgreSQLError(kind, configuration.masked(words.isEmpty ? "the connection was lost" : words))
    }

    // MARK: - Breaking off

    /// Cancels the statement at the server, and waits a moment for the connection to become idle.
    ///
    /// - Returns: Whether the connection can be used for another statement.
    func breakOff(within patience: Duration) -> Bool {
        cancel()
        let deadline = ContinuousClock.now.advanced(by: patience)
        while true {
            guard PQflush(pointer) >= 0 else { return false }
            if PQisBusy(pointer) == 0 {
                guard let result = PQgetResult(pointer) else {
                    return PQstatus(pointer) == CONNECTION_OK && PQtransactionStatus(pointer) == PQTRANS_IDLE
                }
                PQclear(result)
                continue
            }
            _ = wake.wait(with: PQsocket(pointer), for: POLLIN, until: deadline)
            guard ContinuousClock.now < deadline, PQconsumeInput(pointer) == 1 else { return false }
        }
    }

    /// Asks the server over a connection of its own, which libpq waits for: another thread does.
    private func cancel() {
        guard let handle = PQgetCancel(pointer) else { return }
        let box = CancelHandle(pointer: handle)
        detachThread {
            var words = [CChar](repeating: 0, count: 256)
            PQcancel(box.pointer, &words, Int32(words.count))
            PQfreeCancel(box.pointer)
        }
    }

    // MARK: - Notifications

    /// What was notified since the last call.
    func notifications() throws -> [String] {
        guard PQconsumeInput(pointer) == 1 else { throw failure(.lost) }
        var texts: [String] = []
        while let notification = PQnotifies(pointer) {
            texts.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return texts
    }
}

/// What a cancellation needs; libpq lets any thread use it.
private struct CancelHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}

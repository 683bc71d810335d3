// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// What every executable does the same way: say what went wrong, end with the right code, end when it is asked to.
public enum Executable {
    /// Runs the work of an executable; a failure is printed for people and ends the process with its exit code.
    public static func report(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            fail(error)
        }
    }

    /// Runs the asynchronous work of an executable; see the other `report`.
    public static func report(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            return
        } catch {
            fail(error)
        }
    }

    /// Prints what went wrong and ends the process.
    public static func fail(_ error: any Error) -> Never {
        let known = error as? SearchBusError ?? SearchBusError(.internalError, "\(error)")
        if logsJSON {
            let fields = [("code", known.code.rawValue), ("remedy", known.remedy)]
            write(LogRecord(.error, known.message, fields: fields).text, patience: 1000)
        } else {
            write("error: \(known)", patience: 1000)
        }
        exit(known.code)
    }

    /// Ends the process with the exit code of an error that was reported already.
    public static func exit(_ code: ErrorCode) -> Never {
        Glibc.exit(code.exitCode)
    }

    /// The variable of the environment that says how processes log, and its value for lines of JSON.
    public static let logVariable = (name: "SEARCHBUS_LOG", json: "json")

    /// A variable of the environment; `nil` where it is not set, or empty.
    public static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The variable of the environment that a supervisor sets for a process whose predecessor failed: it was not ended from outside.
    public static let failureVariable = "SEARCHBUS_FAILED"

    public static var logsJSON: Bool { variable(logVariable.name) == logVariable.json }

    /// Says something that people should look at: one line on standard error, of JSON where those are asked for.
    public static func warn(_ message: String, component: String? = nil, correlation: String? = nil) {
        guard !logsJSON else {
            return write(LogRecord(.warning, message, component: component, correlation: correlation).text)
        }
        write(component.map { "\($0): \(message)" } ?? message)
    }

    /// Writes a line to standard error, whole up to 4 KiB, whatever other threads write.
    ///
    /// A reader who does not read holds it up for so many milliseconds; the rest is then left out.
    public static func write(_ line: String, patience: Int32 = 50) {
        var rest = Array("\(line)\n".utf8)[...]
        while !rest.isEmpty {
            var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&output, 1, patience) > 0 else { return }
            // An output that is ready takes so much without waiting.
            let count = rest.prefix(4096).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// The variable of the environment by which Dispatch, which has the threads of tasks, writes to the system's log or does not.
    public static let threadPoolVariable = (name: "LIBDISPATCH_LOG", none: "NO")

    /// Keeps Dispatch from telling the system's log of each thread that it may not be more urgent than others, which an
    /// ordinary user's may never be; also in later processes, unless configured otherwise.
    ///
    /// To be called before there are threads.
    public static func silenceThreadPool() { setenv(threadPoolVariable.name, threadPoolVariable.none, 0) }

    /// The pipe into which the signal handler writes; set once, before the handler is.
    private nonisolated(unsafe) static var termination: Int32 = -1

    /// Calls a closure each time that the process is asked to end (SIGTERM, SIGINT), on a thread of its own; to be called once.
    public static func onTermination(_ action: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "the process cannot open more files (\(String(cString: strerror(errno))))")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Signals that arrive faster than they are read can be dropped.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let reader = ends[0]
        termination = ends[1]
        // A handler works whatever threads there are already, also those of libraries that take all signals; a mask would not.
        for number in [SIGTERM, SIGINT] {
            signal(number) { _ in
                let error = errno
                var mark: UInt8 = 0
                _ = Glibc.write(Executable.termination, &mark, 1)
                errno = error
            }
        }
        // The reader of the output may end; the process continues.
        signal(SIGPIPE, SIG_IGN)
        SystemThread {
            var mark: UInt8 = 0
            while true {
                if read(reader, &mark, 1) == 1 { action() }
            }
        }.detach()
    }

    /// Calls a closure once when standard input ends, which is how a child learns that its parent has ended.
    public static func onEndOfStandardInput(_ action: @escaping @Sendable () -> Void) {
        SystemThread {
            var buffer = [UInt8](repeating: 0, count: 64)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count == 0 || (count < 0 && errno != EINTR) { break }
            }
            action()
        }.detach()
    }
}

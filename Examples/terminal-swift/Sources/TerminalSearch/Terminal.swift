// SPDX-License-Identifier: MIT

import Dispatch
import Wire

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The terminal that the program runs in: made raw, and restored.
@MainActor
final class Terminal {
    /// An event of the terminal.
    enum Event: Sendable {
        case bytes([UInt8])
        case resized
        /// The input has ended, or the process received a signal to end.
        case ended
    }

    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private var before = termios()
    private var sources: [any DispatchSourceProtocol] = []
    private var isOpen = true

    /// Takes the terminal over: no echo, no lines, another screen.
    ///
    /// - Throws: `SearchBusError` if standard input or output is not a terminal.
    init() throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else {
            throw SearchBusError(
                .invalidArgument,
                "Standard input and output are not a terminal.",
                remedy: "Run the program in a terminal, without redirections."
            )
        }
        (events, continuation) = AsyncStream.makeStream()
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
        write("\u{1B}[?1049h\u{1B}[2J")
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { [continuation] in continuation.yield(Terminal.read()) }
        input.resume()
        sources = [input]
        watch(SIGWINCH, .resized)
        for number in [SIGTERM, SIGINT, SIGHUP] { watch(number, .ended) }
    }

    /// The size as it is now.
    var size: Size {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Writes all of a text.
    func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                // The terminal was closed.
                return
            }
        }
    }

    /// Restores the terminal; does nothing the second time.
    func close() {
        guard isOpen else { return }
        isOpen = false
        for source in sources { source.cancel() }
        continuation.finish()
        write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }

    private func watch(_ number: Int32, _ event: Event) {
        // A source receives a signal only if nothing else handles it.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { [continuation] in continuation.yield(event) }
        source.resume()
        sources.append(source)
    }

    /// What can be read now.
    private nonisolated static func read() -> Event {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = bytes.withUnsafeMutableBytes { systemRead(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count > 0 { return .bytes(Array(bytes[..<count])) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? .bytes([]) : .ended
    }
}

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(file, buffer, count) }

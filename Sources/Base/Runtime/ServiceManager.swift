// SPDX-License-Identifier: MIT

import Glibc

/// The service manager that started this process and wants to hear how it is, such as systemd with `Type=notify`.
///
/// Messages are the datagrams of `sd_notify(3)`. May be used from any thread.
public struct ServiceManager: Sendable, Hashable {
    public enum Message: String, Sendable, Hashable {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
        /// The process still does its work.
        case alive = "WATCHDOG=1"
    }

    /// How often it wants to hear that the process is alive; `nil` where it does not.
    public let interval: Duration?
    private let address: String

    /// Finds the manager that an environment names; `nil` without one that is understood.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - pid: The process's id: the watchdog may be meant for another process.
    public init?(environment: [String: String], pid: Int32 = getpid()) {
        guard let address = environment["NOTIFY_SOCKET"], address.hasPrefix("/") || address.hasPrefix("@"),
            address.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        self.address = address
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(pid)" } ?? true
        // Half the time that systemd waits, as its documentation advises.
        interval = microseconds > 1 && isMeant ? .microseconds(microseconds / 2) : nil
    }

    /// The manager of this process, whose children are not to take themselves for the service.
    ///
    /// To be called before there are other threads.
    public static func takeOver(_ environment: [String: String]) -> ServiceManager? {
        for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
        return ServiceManager(environment: environment)
    }

    /// Sends it a notification, without waiting; failures are ignored.
    public func tell(_ message: Message) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = Array(address.utf8)
        withUnsafeMutableBytes(of: &name.sun_path) { bytes in
            bytes.copyBytes(from: path)
            // A name that begins with @ is one of the kernel's, which begins with a zero.
            if path.first == UInt8(ascii: "@") { bytes[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count + (address.hasPrefix("/") ? 1 : 0))
        let text = Array(message.rawValue.utf8)
        withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socketName in
                _ = sendto(descriptor, text, text.count, Int32(MSG_DONTWAIT), socketName, length)
            }
        }
    }
}

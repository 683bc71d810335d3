// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Glibc
import Supervisor
import Wire

/// Measures SearchBus: each figure beside its yardstick, in the same run, and what the design asks for.
///
/// It works on the calling thread and judges nothing but figures: being slow is no failure.
public struct Bench {
    /// What can be measured, in order.
    public enum Measurement: String, Sendable, Hashable, CaseIterable {
        case append, throughput, keystroke, log, memory

        /// Whether it needs an app with indexes.
        public var needsApp: Bool { self == .keystroke || self == .log || self == .memory }
    }

    /// The app that is measured.
    public struct Subject: Sendable {
        /// The app.
        public var app: App
        /// The whole path of its file.
        public var file: String
        /// The folder of its indexes, which are only read.
        public var indexes: String

        public init(app: App, file: String, indexes: String) {
            self.app = app
            self.file = file
            self.indexes = indexes
        }
    }

    /// For how long keys are pressed in a measurement.
    public var seconds: Double
    private let executables: String
    private let subject: Subject?

    /// Prepares to measure the executables beside this one.
    ///
    /// - Parameters:
    ///   - subject: The app; `nil` leaves what needs one out.
    ///   - seconds: For how long keys are pressed in a measurement.
    /// - Throws: `SearchBusError` where the system does not tell where this executable lies.
    public init(subject: Subject?, seconds: Double = 10) throws {
        self.subject = subject
        self.seconds = seconds
        executables = try ExecutableFolder.current()
    }

    /// What the machine is, and how busy: figures of a busy machine say little but their ratios.
    public var machineNotes: [String] {
        let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let load = ProcessFigures.load()
        return ["\(processors) processors, load \(ReportText.decimals(load)) at the start"]
            + (load > 1.5 ? ["The machine is busy with something else: trust the ratios only."] : [])
    }

    /// Measures one thing.
    ///
    /// - Parameter measurement: What is measured.
    /// - Returns: What came out.
    /// - Throws: `SearchBusError` where something that is needed does not run.
    public func measure(_ measurement: Measurement) throws -> BenchReport.Section {
        switch measurement {
        case .append: return try AppendMeasure(executables: executables).run()
        case .throughput: return try ThroughputMeasure(executables: executables).run()
        case .keystroke, .log, .memory: break
        }
        guard let subject else {
            return BenchReport.Section(
                measurement.rawValue,
                "left out",
                notes: [
                    "It needs an app and its indexes: searchbus bench --app APP.yaml --data DIR (`make data` makes them)."
                ]
            )
        }
        let ground = AppGround(subject: subject, executables: executables)
        return switch measurement {
        case .keystroke: try KeystrokeMeasure(ground: ground, seconds: seconds).run()
        case .log: try LogMeasure(ground: ground, seconds: seconds).run()
        default: try MemoryMeasure(ground: ground).run()
        }
    }
}

// SPDX-License-Identifier: MIT

import AppModel
import Supervisor
import Wire

/// Measures SearchBus: each figure beside its yardstick, in the same run, and what the design asks for.
///
/// It works on the calling thread and only reports figures: being slow is not a failure.
public struct Bench {
    public enum Measurement: String, Sendable, Hashable, CaseIterable {
        case append, throughput, keystroke, log, memory, screen, shapes

        /// Whether it needs an app with indexes.
        public var needsApp: Bool { self == .log || hasLayouts }

        /// Whether it is made once for each layout.
        public var hasLayouts: Bool { self == .keystroke || self == .memory || self == .screen }

        /// Whether it is measured by default: shapes have separate apps, and take minutes.
        public var isUsual: Bool { self != .shapes }
    }

    public struct Subject: Sendable {
        public var app: App
        /// The whole path of its file.
        public var file: String
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

    public var provenance: Provenance { Provenance(executables: executables) }

    /// How busy the machine is: figures of a busy machine say little but their ratios.
    public var machineNotes: [String] {
        let load = ProcessFigures.load()
        return ["load \(ReportText.decimals(load)) at the start"]
            + (load > 1.5 ? ["The machine is busy with something else: trust the ratios only."] : [])
    }

    /// Measures one thing.
    ///
    /// - Throws: `SearchBusError` where something that is needed does not run.
    public func measure(_ measurement: Measurement, layout: Layout = .each) throws -> BenchReport.Section {
        switch measurement {
        case .append: return try AppendMeasure(executables: executables).run()
        case .throughput: return try ThroughputMeasure(executables: executables).run()
        case .shapes: return try ShapesMeasure(executables: executables).run()
        case .keystroke, .log, .memory, .screen: break
        }
        guard let subject else {
            return BenchReport.Section(
                measurement.rawValue,
                "left out",
                notes: [
                    "It needs an app and its indexes: searchbus-bench --app APP.yaml --data DIR (`make data` makes them)."
                ]
            )
        }
        let ground = AppGround(subject: subject, executables: executables)
        return switch measurement {
        case .keystroke: try KeystrokeMeasure(ground: ground, layout: layout, seconds: seconds).run()
        case .log: try LogMeasure(ground: ground, seconds: seconds).run()
        case .screen: try ScreenMeasure(ground: ground, layout: layout).run()
        default: try MemoryMeasure(ground: ground, layout: layout).run()
        }
    }
}

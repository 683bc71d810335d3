// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension RecordReader {
    /// How records are read.
    public struct Options: Sendable {
        /// The form of the file; `nil` goes by its name, and by its first byte where the name tells nothing.
        public var format: RecordFormat?
        /// Whether a record without an `objectID` gets one made of the file's name and its place in the file, which
        /// stays the same as long as the file does.
        ///
        /// Such a record is refused otherwise.
        public var generatesIdentifiers: Bool
        /// The columns of a CSV file whose fields stay text, also where all of them are numbers or truth values.
        public var textColumns: Set<String>

        public init(format: RecordFormat? = nil, generatesIdentifiers: Bool = false, textColumns: Set<String> = []) {
            self.format = format
            self.generatesIdentifiers = generatesIdentifiers
            self.textColumns = textColumns
        }
    }

    /// How far the reading has come.
    public struct Progress: Sendable, Hashable {
        /// How many bytes were read.
        public var bytes = 0
        /// How many records were given out.
        public var records = 0
        /// How many records were left out because something is wrong with them.
        public var skipped = 0
    }
}

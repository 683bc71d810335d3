// SPDX-License-Identifier: MIT

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
        /// The columns of a CSV file whose fields stay text, also if all of them are numbers or booleans.
        public var textColumns: Set<String>
        /// What separates the fields of a CSV file; `nil` for a guess.
        public var delimiter: UInt8?
        /// How the file's text is encoded; `nil` for UTF-8, or UTF-16 with a byte order mark.
        public var encoding: TextEncoding?

        public init(
            format: RecordFormat? = nil,
            generatesIdentifiers: Bool = false,
            textColumns: Set<String> = [],
            delimiter: UInt8? = nil,
            encoding: TextEncoding? = nil
        ) {
            self.delimiter = delimiter
            self.encoding = encoding
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

// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What a sample of a version's records has of each attribute: one of each so many, or all of a small index.
///
/// It is for what no column tells. Memory is bounded by the number of attributes, and time by the number of records read.
struct AttributeSurvey {
    /// The most records that are read.
    static let mostRecords = 20_000
    /// The most values of an attribute that are told apart.
    static let mostValues = 5_000

    /// What was seen of one attribute.
    struct Observation {
        /// How many values of each type there were.
        private(set) var texts = 0
        private(set) var numbers = 0
        private(set) var truths = 0
        /// How many of the texts are addresses.
        private(set) var links = 0
        /// How many of the texts are hashes, times and the like, which nobody types.
        private(set) var codes = 0
        /// How many bytes the texts have.
        private(set) var textBytes = 0
        /// How many records have the attribute.
        private(set) var records = 0
        /// Whether some record has several values of it.
        private(set) var isList = false
        /// Whether some number is no whole one.
        private(set) var hasFractions = false
        private var last = -1
        private var hashes: Set<UInt64> = []

        /// How many values there are in all.
        var count: Int { texts + numbers + truths }
        /// How many different values were told apart; two with one hash count as one.
        var valueCount: Int { hashes.count }
        /// Whether there were more values than are told apart.
        var isFull: Bool { hashes.count >= AttributeSurvey.mostValues }

        /// Whether a text is long and of digits alone, hexadecimal ones too, with what parts them.
        private static func isCode(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            guard text.count >= 16 else { return false }
            var digits = 0
            for byte in text {
                switch byte {
                case 0x30...0x39: digits += 1
                case 0x41...0x46, 0x61...0x66, UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "T"),
                    UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"):
                    break
                default: return false
                }
            }
            return digits * 4 >= text.count
        }

        mutating func add(_ scalar: RecordScalar, of record: Int) {
            let hash: UInt64
            switch scalar {
            case .text(let text):
                texts += 1
                textBytes += text.count
                if Observation.isCode(text) { codes += 1 }
                if text.starts(with: "http://".utf8) || text.starts(with: "https://".utf8) || text.first == 0x2F {
                    links += 1
                }
                hash = UInt64(StringTable.hash(UnsafeRawBufferPointer(text))) | 1 << 40
            case .integer(let number):
                numbers += 1
                hash = UInt64(bitPattern: number)
            case .number(let number):
                numbers += 1
                hasFractions = true
                hash = number.bitPattern
            case .bool(let truth):
                truths += 1
                hash = truth ? 1 << 41 : 1 << 42
            case .place: return
            }
            isList = isList || last == record
            if last != record { records += 1 }
            last = record
            if !isFull { hashes.insert(hash) }
        }
    }

    /// How many records were read, and how many there are.
    private(set) var sampleCount = 0
    let recordCount: Int
    private var walker = AttributeWalker()
    private var observations: [Observation] = []
    /// What settings would be inferred from the sample.
    private(set) var inference = SettingsInference()

    /// Whether all records were read.
    var isWhole: Bool { sampleCount == recordCount }

    /// What was seen, by attribute, in the order in which records name them.
    var attributes: [(name: String, seen: Observation)] {
        zip(walker.attributes, observations).map { (name: $0, seen: $1) }
    }

    /// Reads the sample.
    ///
    /// - Throws: `SearchBusError.indexCorrupt` for a record that is damaged.
    init(of snapshot: IndexSnapshot) throws {
        recordCount = snapshot.recordCount
        let step = max(1, (recordCount + AttributeSurvey.mostRecords - 1) / AttributeSurvey.mostRecords)
        var live = 0
        for (number, part) in snapshot.parts.enumerated() {
            for row in 0..<part.segment.rowCount where !(part.deleted?.contains(row) ?? false) {
                defer { live += 1 }
                guard live % step == AttributeSurvey.choice(live / step, of: step) else { continue }
                let text = try snapshot.text(part: number, row: row)
                text.withUnsafeBufferPointer { observe($0) }
            }
        }
    }

    /// Looks at records that are in no index yet: all of those handed in.
    init(of records: [Record]) {
        recordCount = records.count
        for record in records { record.text.withUnsafeBufferPointer { observe($0) } }
    }

    /// Which record of a stretch is read: not the same of each, since records may come in turns.
    private static func choice(_ stretch: Int, of count: Int) -> Int {
        var mixed = UInt64(stretch) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        return Int((mixed ^ mixed >> 32) % UInt64(count))
    }

    private mutating func observe(_ text: UnsafeBufferPointer<UInt8>) {
        inference.observe(text)
        let record = sampleCount
        var observations = self.observations
        self.observations = []
        // The text was checked when it was stored.
        try? walker.walk(text) { attribute, scalar in
            while observations.count <= attribute { observations.append(Observation()) }
            observations[attribute].add(scalar, of: record)
        }
        self.observations = observations
        sampleCount += 1
    }
}

// SPDX-License-Identifier: MIT

/// What records have of each attribute: those of an import or a change, or a sample of an index.
///
/// Settings are inferred and proposed from it. Memory is bounded by the number of attributes.
package struct AttributeSurvey: Sendable {
    static let mostRecords = 20_000
    package static let mostAttributes = AttributeWalker.mostAttributes

    package struct Observation: Sendable {
        package private(set) var texts = 0
        package private(set) var numbers = 0
        package private(set) var truths = 0
        package private(set) var links = 0
        /// How many of the texts are hashes, times and the like, which are not typed.
        private(set) var codes = 0
        package private(set) var textBytes = 0
        package private(set) var records = 0
        package private(set) var isList = false
        private var last = -1
        /// The hashes of the different values, one more than are distinguished; two values with one hash count as one.
        private var hashes: Set<UInt64> = []
        private let mostValues: Int

        fileprivate init(mostValues: Int) { self.mostValues = mostValues }

        package var count: Int { texts + numbers + truths }
        /// How many different values were distinguished.
        package var valueCount: Int { min(distinct, mostValues) }
        /// Whether there may be more values than are distinguished.
        var isFull: Bool { distinct >= mostValues }
        /// How many different values there are, up to one more than are distinguished.
        var distinct: Int { hashes.count }

        var kind: IndexDescription.Kind {
            switch (texts > 0, numbers > 0, truths > 0) {
            case (true, false, false): .text
            case (false, true, false): .number
            case (false, false, true): .truth
            default: .mixed
            }
        }

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

        /// Whether a text is an address, whole or from the root of a site.
        package static func isLink(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            let isAddress =
                text.first == UInt8(ascii: "/") && text.count > 1 || text.starts(with: "http://".utf8)
                || text.starts(with: "https://".utf8)
            return isAddress && !text.contains(UInt8(ascii: " "))
        }

        fileprivate mutating func add(_ scalar: RecordScalar, of record: Int) {
            switch scalar {
            case .text(let text):
                texts += 1
                textBytes += text.count
                if Observation.isCode(text) { codes += 1 }
                if Observation.isLink(text) { links += 1 }
            case .integer, .number: numbers += 1
            case .bool: truths += 1
            case .place: return
            }
            isList = isList || last == record
            if last != record { records += 1 }
            last = record
            if distinct <= mostValues { hashes.insert(Observation.hash(of: scalar)) }
        }

        private static func hash(of scalar: RecordScalar) -> UInt64 {
            switch scalar {
            case .text(let text): StringTable.wideHash(UnsafeRawBufferPointer(text))
            case .integer(let number): UInt64(bitPattern: number)
            case .number(let number): number.bitPattern
            case .bool(let truth): truth ? 1 << 41 : 1 << 42
            case .place: 0
            }
        }
    }

    package private(set) var sampleCount = 0
    /// How many records the index has that the sample is of; `nil` where all are read.
    private var indexCount: Int?
    private var walker = AttributeWalker()
    private var observations: [Observation] = []
    private let mostValues: Int

    var recordCount: Int { indexCount ?? sampleCount }
    var isWhole: Bool { sampleCount == recordCount }
    /// Whether every attribute of the records was seen; deep ones, and very many, are not.
    package var isComplete: Bool { walker.isComplete }
    /// The places of the attributes that records have themselves, and no object in them.
    package var ownAttributes: Set<Int> { walker.ownAttributes }

    /// What was seen, by attribute, in the order in which records name them.
    package var attributes: [(name: String, seen: Observation)] {
        zip(walker.attributes, observations).map { (name: $0, seen: $1) }
    }

    /// The attributes of the records seen, as they are kept with an index.
    var kinds: AttributeKinds {
        let kinds = attributes.map { ($0.name, $0.seen.kind) }
        return AttributeKinds([(Record.identifierAttribute, .text)] + kinds, isComplete: isComplete)
    }

    /// Starts without records.
    package init(mostValues: Int = 5_000) { self.mostValues = mostValues }

    /// Reads a sample of an index: one of each so many records, or all of a small one.
    init(of snapshot: IndexSnapshot) throws {
        self.init()
        let recordCount = snapshot.recordCount
        indexCount = recordCount
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

    /// Which record of a stretch is read: not the same of each, since records may come in turns.
    private static func choice(_ stretch: Int, of count: Int) -> Int {
        var mixed = UInt64(stretch) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
        return Int((mixed ^ mixed >> 32) % UInt64(count))
    }

    /// Looks at the text of one more record.
    package mutating func observe(
        _ text: UnsafeBufferPointer<UInt8>,
        _ visit: (_ attribute: Int, _ scalar: RecordScalar, _ isInList: Bool) -> Void = { _, _, _ in }
    ) {
        let (record, mostValues) = (sampleCount, mostValues)
        var observations = self.observations
        self.observations = []
        // The text was checked; invalid text would have been refused.
        try? walker.walk(text) { attribute, scalar, isInList in
            while observations.count <= attribute { observations.append(Observation(mostValues: mostValues)) }
            observations[attribute].add(scalar, of: record)
            visit(attribute, scalar, isInList)
        }
        self.observations = observations
        sampleCount += 1
    }
}

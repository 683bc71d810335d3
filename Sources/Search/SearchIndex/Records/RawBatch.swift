// SPDX-License-Identifier: MIT

import Wire

/// Records of a file in their original text, which any thread can check.
public struct RawBatch: Sendable {
    /// How the bytes of a record are made into its text.
    enum Form: Sendable {
        case json
        case csv(CSVTable)
    }

    /// What messages call the file.
    let name: String
    /// The number of the first record in the file, from 1.
    let first: Int
    let form: Form
    let generatesIdentifiers: Bool
    let bytes: [UInt8]
    let raw: [RawRecord]

    /// How many records there are, also such that something is wrong with.
    public var count: Int { raw.count }

    /// Every record, or what is wrong with it.
    public func records() -> [Result<Record, SearchBusError>] { raw.indices.map { self[$0] } }

    /// A record in its place in the batch, or what is wrong with it: with the file, the line, the record's number and, where
    /// they can be named, the byte and the attribute.
    public subscript(index: Int) -> Result<Record, SearchBusError> {
        let record = raw[index]
        var place = RecordFault.Place.made
        var text: [UInt8] = []
        do throws(RecordFault) {
            if let fault = record.fault { throw fault }
            switch form {
            case .json:
                text = Array(bytes[record.range])
                place = .line(record.line, column: record.column)
            case .csv(let table):
                text = try table.text(of: bytes[record.range])
            }
            return .success(try self.record(text, number: first + index))
        } catch {
            let origin = "\(name), line \(record.line), record \(first + index)"
            return .failure(error.error(in: text, at: place, origin: origin))
        }
    }

    /// Checks a record, and gives it an identifier where it has none and is to get one.
    private func record(_ text: [UInt8], number: Int) throws(RecordFault) -> Record {
        do throws(RecordFault) {
            return try Record(checking: text)
        } catch {
            guard generatesIdentifiers, error == RecordCheck.noIdentifier else { throw error }
        }
        let identifier = Array(Record.identifierAttribute.utf8)
        let rest = RecordTidying.withoutMembers(text) { $0 == identifier }.dropFirst()
        var identified = [UInt8(ascii: "{")]
        JSONObject([(Record.identifierAttribute, .string("\(name):\(number)"))]).writeMembers(to: &identified)
        if rest.count > 1 { identified.append(UInt8(ascii: ",")) }
        return try Record(checking: identified + rest)
    }
}

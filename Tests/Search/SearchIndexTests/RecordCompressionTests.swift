// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import SearchIndex

@Suite struct RecordCompressionTests {
    private func packed(_ text: [UInt8], _ compression: RecordCompression) -> [UInt8] {
        var output: [UInt8] = []
        text.withUnsafeBufferPointer { RecordCompression.Compressor(compression).append($0, to: &output) }
        return output
    }

    private func read(_ bytes: [UInt8], _ compression: RecordCompression) -> [UInt8]? {
        bytes.withUnsafeBytes { compression.record(in: $0, at: 0) }
    }

    @Test func `What is packed is read again, with a dictionary and without, also where it does not shrink`() {
        var random = SeededGenerator(seed: testSeed)
        let samples: [[UInt8]] = (0..<400).map {
            Array(#"{"objectID":"\#($0)","name":"Thing \#($0 * 7)","brand":"Acme"}"#.utf8)
        }
        for compression in [RecordCompression(dictionary: []), RecordCompression(samples: samples)] {
            for length in [0, 1, 3, 4, 5, 20, 300, 5_000] {
                let noise: [UInt8] = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                let like = [UInt8](String(repeating: #"{"name":"Thing"}"#, count: length / 16 + 1).utf8.prefix(length))
                for text in [noise, like, samples[0], samples[1]] {
                    #expect(read(packed(text, compression), compression) == text, "seed \(testSeed)")
                }
            }
        }
    }

    @Test func `Records are kept without what every frame begins with, and frames of earlier versions are read`() throws
    {
        let compression = RecordCompression(dictionary: [])
        let text = Array(String(repeating: "one word after another ", count: 40).utf8)
        let made = packed(text, compression)
        var position = 0
        let (size, length) = made.withUnsafeBytes {
            (VariableLength.read($0, &position), VariableLength.read($0, &position))
        }
        let frame = Array(made[position...])
        #expect(frame.count == Int(size) && Int(length) == text.count)
        #expect(frame.first != 0x28)
        let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
        var earlier: [UInt8] = []
        VariableLength.write(UInt64(frame.count + magic.count), to: &earlier)
        VariableLength.write(UInt64(text.count), to: &earlier)
        earlier += magic + frame
        #expect(read(earlier, compression) == text)
        earlier[position] = 0x29
        #expect(read(earlier, compression) == nil)
    }
}

// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite struct ErrorCodeTests {
    @Test func `every code has words, a remedy and numbers`() {
        #expect(Set(ErrorCode.allCases.map(\.rawValue)).count == ErrorCode.allCases.count)
        for code in ErrorCode.allCases {
            #expect(!code.rawValue.isEmpty && code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
            #expect(code.remedy.hasSuffix("."))
            #expect((64...78).contains(code.exitCode))
            #expect((400...599).contains(code.httpStatus))
        }
    }

    @Test func `an error travels unchanged`() throws {
        let error = SearchBusError(.storageFull, "no room", remedy: "Make some.")
        #expect(try SearchBusError(json: JSON(parsing: error.json.bytes)) == error)
        #expect(error.description == "no room [storage-full]\n  Make some.")
        #expect(SearchBusError(.busy, "later").remedy == ErrorCode.busy.remedy)
        #expect(try SearchBusError(json: ["code": "from-the-future"]).code == .internalError)
        #expect(throws: JSONError.self) { try SearchBusError(json: [:]) }
    }
}

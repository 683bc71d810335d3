// SPDX-License-Identifier: MIT

import Cases
import Testing
import Wire

@Suite struct CaseFileTests {
    private static let start = CaseStep.Sent(to: "session", type: "start", outcome: "applied")

    private static let recorded = Case(
        version: "1.2.3",
        app: "name: shop\n# “quoted”\n\nwidgets:\n",
        indexes: ["products": "2-abc"],
        steps: [
            CaseStep(at: 0, intents: [start], changes: ["box": ["phase": "idle"]], took: 12.5),
            CaseStep(
                at: 40,
                intents: [
                    .init(to: "box", type: "set-query", data: ["query": "a\nb"], outcome: "applied"),
                    .init(to: "brand", type: "select", data: ["value": "Acme"]),
                ]
            ),
            CaseStep(
                at: 90,
                intents: [.init(to: "hits", type: "load-more", outcome: "unchanged")],
                changes: [:],
                took: 3
            ),
        ]
    )

    @Test func `a case is read unchanged`() throws {
        let bytes = try CaseFile.bytes(Self.recorded)
        #expect(try CaseFile.read(bytes, name: "x.case") == Self.recorded)
        // A view has a line of its own.
        #expect(String(decoding: bytes, as: UTF8.self).contains("\n  \"box\":{\"phase\":\"idle\"}}}"))
    }

    @Test(arguments: [
        ("", "x.case is not JSON"), ("[1", "x.case is not JSON"), ("{}", "`searchbus-case` is missing"),
        (#"{"searchbus-case":2}"#, "has format 2; this version reads format 1"),
        (#"{"searchbus-case":1}"#, "`app` must be a list of lines"),
        (#"{"searchbus-case":1,"app":[1]}"#, "`app` must be a list of lines"),
        (#"{"searchbus-case":1,"app":[]}"#, "`steps`, a list of 1 to 10000"),
        (#"{"searchbus-case":1,"app":[],"steps":[]}"#, "`steps`, a list of 1 to 10000"),
        (#"{"searchbus-case":1,"app":[],"steps":[{}]}"#, "`intents` in step 1"),
        (#"{"searchbus-case":1,"app":[],"steps":[{"intents":[{"to":"box"}]}]}"#, "does not begin with `session start`"),
        (steps(#"{"intents":[{"to":"box"}]}"#), "an intent without `to` or `type` in step 2"),
        (steps(#"{"intents":[{"to":"box","type":"x","data":[]}]}"#), "`data` in step 2"),
        (steps(#"{"intents":[{"to":"box","type":"x"}],"screen":[]}"#), "`screen` in step 2"),
        (steps(#"{"intents":[{"to":"session","type":"start"}]}"#), "starts the session again in step 2"),
    ])
    func `an invalid file is refused with the place`(text: String, message: String) throws {
        let error = try #require(throws: SearchBusError.self) { try CaseFile.read(Array(text.utf8), name: "x.case") }
        #expect(error.code == .malformedJSON)
        #expect(error.message.contains(message), "\(error.message)")
    }

    private static func steps(_ second: String) -> String {
        #"{"searchbus-case":1,"app":[],"steps":[{"intents":[{"to":"session","type":"start"}]},"# + second + "]}"
    }

    @Test func `a case with too many steps is not written`() {
        var recorded = Self.recorded
        recorded.steps = Array(repeating: recorded.steps[1], count: Case.maxSteps + 1)
        let error = #expect(throws: SearchBusError.self) { try CaseFile.bytes(recorded) }
        #expect(error?.code == .tooLarge)
    }
}

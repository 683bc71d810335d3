// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Bus

@Suite struct TopicTests {
    @Test(arguments: ["intent/box/s1/", "index/products/", "status/interactor-box/", "view/a_b-C9/x/"])
    func `A topic is equal to its text`(_ text: String) throws {
        let topic = try Topic(parsing: text)
        #expect(topic.description == text)
        #expect(try topic == Topic(topic.kind, topic.component, session: topic.session))
        #expect(try Topic(topic.kind, topic.component, session: topic.session).channel == topic.channel)
        #expect(topic.channel == "\(topic.kind.rawValue)/\(topic.component)/")
    }

    @Test(
        arguments: [
            "", "/", "//", "intent", "intent/", "intent/box", "intent/box/", "intent/box/s", "intent/box/s/t/",
            "intent//s/", "intent/box//", "index/products/s/", "odd/box/s/", "intent/b x/s/", "intent/b\u{E9}/s/",
            "intent/box/\u{308}s/", "intent/\u{308}box/s/", "intent/box\u{308}/s/", "intent/box/s\u{308}/",
            "intent/box/s/\u{308}", " intent/box/s/", "intent/box/s/\u{0}",
        ]
    )
    func `Any other text is refused`(_ text: String) {
        #expect(throws: SearchBusError.self) { try Topic(parsing: text) }
    }

    @Test func `a prefix without a kind names those that there are`() {
        let error = #expect(throws: SearchBusError.self) { try TopicPrefix(parsing: "resluts/hits/") }
        #expect(error?.code == .invalidTopic && error?.message == "`resluts/hits/` begins with no kind of topic.")
        #expect(error?.remedy.contains(" results, ") == true)
    }
}

// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct InteractorRegistryTests {
    @Test func `every type has a name of its own and is found by it`() {
        let names = InteractorRegistry.types.map { $0.type }
        #expect(Set(names).count == names.count)
        for name in names { #expect(InteractorRegistry.type(named: name)?.type == name) }
        #expect(InteractorRegistry.type(named: "carousel") == nil)
    }

    @Test func `every default is a value of its parameter's kind`() {
        for type in InteractorRegistry.types {
            for parameter in type.parameters where !parameter.defaultValue.isNull {
                let problem = parameter.schema.problem(with: parameter.defaultValue)
                #expect(problem == nil, "\(type.type) \(parameter.name)")
            }
        }
    }

    @Test func `every type refuses unknown parameters and missing connections`() {
        for type in InteractorRegistry.types {
            let parameters: JSON = ["attribute": "a", "unknown": 1]
            #expect(throws: ParameterError.self) {
                try type.init(
                    WidgetConfiguration(
                        name: "w",
                        type: type.type,
                        searcher: "s",
                        filterState: "f",
                        parameters: parameters
                    )
                )
            }
            #expect(throws: ParameterError.self) {
                try type.init(WidgetConfiguration(name: "w", type: type.type, parameters: ["attribute": "a"]))
            }
        }
    }

    @Test func `every type says what it is, what its intents ask for and what its view holds`() {
        for type in InteractorRegistry.types {
            #expect(type.summary.hasSuffix("."), "\(type.type) has no summary")
            #expect(type.viewMembers != nil, "\(type.type) does not declare its view")
            for intent in type.intents { #expect(intent.summary.hasSuffix("."), "\(type.type) \(intent.name)") }
            let members = type.parameters + (type.viewMembers ?? []) + type.intents.flatMap(\.data)
            for member in members { #expect(member.summary.hasSuffix("."), "\(type.type) \(member.name)") }
        }
    }
}

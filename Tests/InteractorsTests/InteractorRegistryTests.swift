// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
                #expect(parameter.problem(with: parameter.defaultValue) == nil, "\(type.type) \(parameter.name)")
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

    @Test(
        arguments: [
            (.string, "a", 1), (.integer, 3, 3.5), (.number, 3.5, "3"), (.boolean, true, 1),
            (.strings, ["a"], ["a", 1]), (.choice(["a", "b"]), "b", "c"),
        ] as [(Parameter.Kind, JSON, JSON)]
    )
    func `a parameter takes values of its kind only`(_ kind: Parameter.Kind, _ right: JSON, _ wrong: JSON) {
        let parameter = Parameter("p", kind, "A parameter.")
        #expect(parameter.problem(with: right) == nil)
        #expect(parameter.problem(with: wrong) != nil)
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Something that is other than a case expects, for a reason.
struct Waiver {
    /// What is waived.
    enum Scope: Equatable {
        /// One case.
        case testCase(String)
        /// Every case of a component.
        case component(String)
        /// One output of a component, or a part of its cases that nothing corresponds to.
        case subject(String, of: String)
    }

    let scope: Scope
    /// The rule of the design that the departure follows, or that there is no counterpart.
    let reason: String

    /// Whether the waiver is about a mismatch of a case.
    func covers(_ testCase: ConformanceCase, _ subject: String) -> Bool {
        switch scope {
        case .testCase(let id): testCase.id == id
        case .component(let component): testCase.component == component
        case .subject(let waived, let component): testCase.component == component && subject == waived
        }
    }
}

// SPDX-License-Identifier: MIT

import Interactors
import RandomTesting
import Wire

extension RandomValues {
    /// A value that is valid for a schema.
    mutating func value(of schema: Schema) -> JSON { random.value(of: schema) }

    /// An intent that the widget type declares, with valid data.
    mutating func intent(of declarations: [IntentDeclaration]) -> Intent {
        let declaration = pick(declarations)
        return Intent(type: declaration.name, data: value(of: declaration.schema))
    }
}

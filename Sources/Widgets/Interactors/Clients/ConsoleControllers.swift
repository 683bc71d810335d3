// SPDX-License-Identifier: MIT

/// The list of the console's controllers, one for each widget type: the default export of the module with the type's name.
public struct ConsoleControllers {
    private let types: [String]

    public init(_ widgets: [WidgetDeclaration] = WidgetDeclaration.all) { types = widgets.map(\.type) }

    public var source: String {
        let imports = types.map { "import \(Self.name($0)) from \"./\($0).js\";" }
        let entries = types.map { "  \"\($0)\": \(Self.name($0))," }
        let head = """
            // SPDX-License-Identifier: MIT

            // Printed from the list of widget types by `make record`; do not edit.


            """
        return head + imports.joined(separator: "\n") + "\n\n/** The controllers of the widget types. */\n"
            + "export const controllers = {\n" + entries.joined(separator: "\n") + "\n};\n"
    }

    private static func name(_ type: String) -> String { WidgetDeclaration.typeName(type) + "Controller" }
}

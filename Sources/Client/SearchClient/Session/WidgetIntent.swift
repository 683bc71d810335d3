// SPDX-License-Identifier: MIT

import Wire

/// An intent to a widget with views of a type, with data as the widget type declares them.
///
/// The functions that make one are generated from the declarations, such as `.setRange(range:)` for a `NumberRangeView`.
public struct WidgetIntent<View: WidgetView>: Sendable, Hashable {
    /// The name, such as `set-range`.
    public let type: String
    /// The data.
    public let data: JSON

    /// Creates an intent with a name; members of the data that are `nil` are omitted.
    public init(_ type: String, _ data: KeyValuePairs<String, (any IntentValue)?> = [:]) {
        self.type = type
        self.data = .object(JSONObject(data.compactMap { member in member.value.map { (member.key, $0.intentValue) } }))
    }
}

/// A value in the data of an intent.
public protocol IntentValue: Sendable {
    /// The value as JSON.
    var intentValue: JSON { get }
}

extension JSON: IntentValue {
    public var intentValue: JSON { self }
}

extension String: IntentValue {
    public var intentValue: JSON { .string(self) }
}

extension Bool: IntentValue {
    public var intentValue: JSON { .bool(self) }
}

extension Int: IntentValue {
    public var intentValue: JSON { JSON(self) }
}

extension Double: IntentValue {
    public var intentValue: JSON { .number(self) }
}

extension Array: IntentValue where Element: IntentValue {
    public var intentValue: JSON { .array(map(\.intentValue)) }
}

extension RawRepresentable where Self: IntentValue, RawValue == String {
    public var intentValue: JSON { .string(rawValue) }
}

extension Optional where Wrapped: IntentValue {
    /// The value, or null.
    public var orNull: any IntentValue { map { $0 as any IntentValue } ?? JSON.null }
}

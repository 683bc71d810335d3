// SPDX-License-Identifier: MIT

import SearchModel

/// What an index has to say of attributes that it was asked for and cannot serve.
extension SearchWarning {
    static func unknown(_ attribute: String, _ index: String) -> SearchWarning {
        SearchWarning(
            .attributeUnknown,
            attribute: attribute,
            "No record of index `\(index)` has a value in `\(attribute)`.",
            remedy: "Correct the attribute's name, or import records that have it."
        )
    }

    static func notCounted(_ attribute: String, _ index: String) -> SearchWarning {
        SearchWarning(
            .attributeNotCounted,
            attribute: attribute,
            "Index `\(index)` does not count `\(attribute)`, and is too large to be read for it.",
            remedy: "List it in attributesForFaceting of the settings, and import the index again."
        )
    }

    static func noNumbers(_ attribute: String, _ index: String) -> SearchWarning {
        SearchWarning(
            .attributeNotNumeric,
            attribute: attribute,
            "No record of index `\(index)` has a number in `\(attribute)`.",
            remedy: "Name an attribute that holds numbers, or import numbers as numbers and not as texts."
        )
    }

    static func notCompared(_ attribute: String, _ index: String) -> SearchWarning {
        SearchWarning(
            .attributeNotNumeric,
            attribute: attribute,
            "Index `\(index)` does not compare `\(attribute)`, and is too large to be read for it.",
            remedy: "List it in numericAttributes of the settings, and import the index again."
        )
    }

    static func behind(_ newer: NewerVersion, _ index: String) -> SearchWarning {
        SearchWarning(
            .indexBehind,
            attribute: "",
            "Index `\(index)` is older here than on other machines: the newest version is from \(newer.origin).",
            remedy: "Wait a moment. If it does not arrive, the Bus page and `searchbus status` show the cause."
        )
    }

    static func ignoredParameter(_ parameter: String, _ reason: String, _ index: String) -> SearchWarning {
        let why =
            reason.isEmpty ? "has no parameter `\(parameter)`" : "cannot use the parameter `\(parameter)`: \(reason)"
        return SearchWarning(
            .parameterIgnored,
            attribute: parameter,
            "The embedded index `\(index)` \(why).",
            remedy: reason.isEmpty ? "Remove it, or use an engine that supports it." : "Correct it."
        )
    }
}

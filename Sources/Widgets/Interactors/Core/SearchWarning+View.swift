// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

extension SearchResponse.Hits {
    /// The warning about the whole answer; `nil` if nothing is missing.
    var warning: SearchWarning? {
        warnings.first { $0.code == .answerIncomplete } ?? warnings.first { $0.code == .indexBehind }
    }

    /// The first warning about an attribute, except those of codes that do not concern the widget.
    func warning(about attribute: String, besides others: Set<SearchWarning.Code>) -> SearchWarning? {
        // A parameter may have an attribute's name.
        warnings.first {
            $0.attribute == attribute && $0.code != .parameterIgnored && !others.contains($0.code)
        }
    }
}

extension SearchWarning {
    var view: JSON {
        ["code": .string(code.rawValue), "message": .string(message), "remedy": .string(remedy)]
    }
}

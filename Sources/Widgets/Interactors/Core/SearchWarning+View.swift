// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

extension SearchResponse.Hits {
    /// What is to be said of the whole answer; `nil` where nothing is missing.
    var warning: SearchWarning? {
        warnings.first { $0.code == .answerIncomplete } ?? warnings.first { $0.code == .indexBehind }
    }

    /// The first warning about an attribute, other than those of kinds that are none of the widget's business.
    func warning(about attribute: String, besides others: Set<SearchWarning.Code>) -> SearchWarning? {
        // A parameter may have an attribute's name.
        warnings.first {
            $0.attribute == attribute && $0.code != .parameterIgnored && !others.contains($0.code)
        }
    }
}

extension SearchWarning {
    /// What a view says of the warning.
    var view: JSON {
        ["code": .string(code.rawValue), "message": .string(message), "remedy": .string(remedy)]
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The raw parameters of a session that a search is given: those that can neither run a script nor read what it should not.
struct ElasticParameters {
    private static let bodyNames: Set<String> = ["min_score", "timeout", "terminate_after"]
    private static let headerNames: Set<String> = ["preference", "routing"]

    private(set) var body = JSONObject()
    private(set) var header = JSONObject()
    /// The names of those that are left out.
    private(set) var refused: [String] = []

    init(_ parameters: JSONObject) {
        for member in parameters.members {
            let isPlain = FacetValue(scalar: member.value) != nil
            if isPlain, Self.bodyNames.contains(member.key) {
                body[member.key] = member.value
            } else if isPlain, Self.headerNames.contains(member.key) {
                header[member.key] = member.value
            } else {
                refused.append(member.key)
            }
        }
    }

    var warnings: [SearchWarning] {
        refused.map { name in
            SearchWarning(
                .parameterIgnored,
                attribute: name,
                "A session cannot give a search the parameter `\(name)`.",
                remedy: "Leave it out, or say it in `body` of the backend in the app file, if it is to hold for all."
            )
        }
    }
}

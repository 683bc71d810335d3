// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The raw parameters of a session that a search is given: those that can neither run a script nor read what it should not.
struct ElasticParameters {
    private static let bodyNames: Set<String> = ["min_score", "timeout", "terminate_after"]
    private static let headerNames: Set<String> = ["preference", "routing"]

    let body: JSONObject
    let header: JSONObject
    /// What is said of those that are left out.
    let warnings: [SearchWarning]

    init(_ parameters: JSONObject) {
        let known = SessionParameters(parameters, orInAppFile: "body") { name, value in
            FacetValue(scalar: value) != nil && (Self.bodyNames.contains(name) || Self.headerNames.contains(name))
        }
        func part(_ names: Set<String>) -> JSONObject {
            JSONObject(known.passed.members.filter { names.contains($0.key) }.map { ($0.key, $0.value) })
        }
        body = part(Self.bodyNames)
        header = part(Self.headerNames)
        warnings = known.warnings
    }
}

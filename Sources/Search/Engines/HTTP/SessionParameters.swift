// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The raw parameters of a session that an engine is given: those that say how to search, and neither what nor for whom.
struct SessionParameters {
    /// Those that are given to it.
    let passed: JSONObject
    /// What is said of each that is not.
    let warnings: [SearchWarning]

    /// Takes parameters apart.
    ///
    /// - Parameters:
    ///   - parameters: What the session gives.
    ///   - member: Where the app file can say such a thing for all sessions, a member of the backend; `nil` for nowhere.
    ///   - isGiven: Whether a parameter is one for the engine.
    init(
        _ parameters: JSONObject,
        orInAppFile member: String? = nil,
        where isGiven: (_ name: String, _ value: JSON) -> Bool
    ) {
        let elsewhere = member.map {
            ", or set it in `\($0)` of the backend in the app file, if it applies to all"
        }
        passed = JSONObject(parameters.members.filter { isGiven($0.key, $0.value) }.map { ($0.key, $0.value) })
        warnings = parameters.members.filter { !isGiven($0.key, $0.value) }.map { parameter in
            SearchWarning(
                .parameterIgnored,
                attribute: parameter.key,
                "A session cannot give a search the parameter `\(parameter.key)`.",
                remedy: "Leave it out\(elsewhere ?? "")."
            )
        }
    }
}

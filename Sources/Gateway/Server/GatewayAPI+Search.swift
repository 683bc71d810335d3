// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

extension GatewayAPI {
    /// Searches without a session: one answer, or a list of them in the order of the searches.
    @Sendable func search(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let json = try await body(of: request, limits: OneOffSearch.limits)
        let (wanted, isList) = try OneOffSearch.parse(json, for: app.searchers)
        let answers = try await searches.answers(to: wanted)
        guard isList else { return .json(ByteBuffer(bytes: try answers[0].get())) }
        var buffer = ByteBuffer()
        buffer.reserveCapacity(answers.reduce(16) { $0 + (((try? $1.get())?.count) ?? 512) })
        buffer.writeString(#"{"results":["#)
        for (number, answer) in answers.enumerated() {
            if number > 0 { buffer.writeString(",") }
            switch answer {
            case .success(let bytes): buffer.writeBytes(bytes)
            case .failure(let error): buffer.writeBytes(JSON.object(JSONObject([("error", error.json)])).bytes)
            }
        }
        buffer.writeString("]}")
        return .json(buffer)
    }
}

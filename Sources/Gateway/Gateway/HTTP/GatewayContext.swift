// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Hummingbird
import Logging
import NIOCore
import Runtime
import Wire

/// What belongs to a request beside the request.
struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel
    /// Who asks, once that is known.
    var caller = Caller()
    /// By what the request is allowed, where its route asks for a right.
    var grant = Grant.nobody
    /// The client's address, where a trusted proxy told it.
    var client: NetworkAddress?
    /// The address of the other end of the connection, where that cannot be a proxy that is not trusted.
    var directClient: NetworkAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The part of the path that stands for a name in a route's braces, decoded.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` where it is not well encoded.
    func part(_ name: String) throws -> String {
        guard let text = parameters.get(name)?.decodedPathPart else {
            throw SearchBusError(
                .invalidArgument,
                "Invalid percent-encoding in the path.",
                remedy: "Write a percent sign as %25, and other bytes as %XX with two hexadecimal digits."
            )
        }
        return text
    }
}

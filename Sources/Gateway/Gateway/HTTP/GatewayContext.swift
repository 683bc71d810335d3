// SPDX-License-Identifier: MIT

import Hummingbird
import Logging
import NIOCore
import Runtime
import Wire

/// The context of a request.
struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel
    /// The caller, once it is known.
    var caller = Caller()
    /// The grant that permits the request, if its route needs a permission.
    var grant = Grant.nobody
    /// The client's address, if a trusted proxy reported it.
    var client: NetworkAddress?
    /// The address of the connection's peer, unless it may be an untrusted proxy.
    var directClient: NetworkAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The part of the path for a name in a route's braces, decoded.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` if its encoding is invalid.
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

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Hummingbird
import Logging
import NIOCore

/// What belongs to a request beside the request.
struct GatewayContext: InitializableFromSource, Sendable {
    /// The connection.
    let channel: any Channel
    let logger: Logger

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
        logger = source.logger
    }
}

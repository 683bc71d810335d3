// SPDX-License-Identifier: MIT

import Hummingbird
import HummingbirdCore
import Runtime

extension ListenAddress {
    /// The address as the server binds it.
    var bindAddress: BindAddress {
        switch self {
        case .address(let host, let port): .hostname(host, port: port)
        case .socket(let path): .unixDomainSocket(path: path)
        }
    }

    /// The file of the socket, if it is one.
    var socketFile: SocketFile? {
        guard case .socket(let path) = self else { return nil }
        return SocketFile(path: path)
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension ErrorCode {
    /// Whether what failed may well succeed later, without anybody doing anything about the question: the engine cannot be
    /// reached, is too slow or has too much to do.
    ///
    /// A searcher tries such searches again by itself; others, such as one of an index that is not there, would fail again.
    public var isTransient: Bool {
        switch self {
        case .backendFailed, .backendTimeout, .backendBusy, .busy: true
        default: false
        }
    }
}

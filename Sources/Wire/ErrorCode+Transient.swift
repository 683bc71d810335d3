// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension ErrorCode {
    /// Whether what failed may well succeed later, without anybody doing anything about the question: the engine cannot be
    /// reached, is too slow or has too much to do.
    ///
    /// A searcher tries such searches again by itself; others, such as a question that the engine does not understand, would fail
    /// again.
    public var isTransient: Bool {
        switch self {
        case .backendFailed, .backendTimeout, .backendBusy, .busy: true
        default: false
        }
    }

    /// Whether what failed succeeds once somebody has mended the engine: the index is made, the key is let in.
    ///
    /// That says nothing about whether the engine is up. A searcher tries such searches again by itself where nobody tells it when
    /// the engine has changed.
    public var isMendable: Bool { self == .unknownIndex || self == .backendDenied }
}

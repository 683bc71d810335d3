// SPDX-License-Identifier: MIT

/// The credential of a client; see [HTTP](../../../docs/http.md#authentication).
public enum Credential: Sendable, Hashable {
    /// Nothing, for `searchbus up --no-auth`.
    case none
    /// The key for programs: the member `bearer` of `gateway.secret` in the data directory.
    case key(String)
    /// A link that `searchbus up` or `searchbus link` printed, or its `token`. It works once: the session keeps the
    /// cookie that it gets for it, as a browser does. A link to a session works until it expires.
    case link(String)
}

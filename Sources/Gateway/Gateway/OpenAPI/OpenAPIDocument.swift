// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore

/// The description of what is served, in OpenAPI 3.1: the file `openapi.json` beside this one.
///
/// The file is part of the executable, so that each gateway serves its own, wherever it is installed and whether it has a
/// console or not.
enum OpenAPIDocument {
    /// The document as it is served.
    static let body = ByteBuffer(bytes: PackageResources.openapi_json)
}

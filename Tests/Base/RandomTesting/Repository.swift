// SPDX-License-Identifier: MIT

import Foundation

/// The repository whose documents, demo apps and scripts tests read.
package enum Repository {
    /// Its folder.
    package static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
}

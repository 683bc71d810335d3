// SPDX-License-Identifier: MIT

import Foundation

extension AttributedString {
    /// The text of a highlight, with attributes for what matches, such as a bold font or a background colour.
    ///
    /// With `inlinePresentationIntent = .stronglyEmphasized`, SwiftUI's `Text` draws it bold.
    public init(_ highlight: Highlight, matched attributes: AttributeContainer) {
        self = highlight.spans.reduce(into: AttributedString()) { text, span in
            text += AttributedString(span.text, attributes: span.isMatched ? attributes : AttributeContainer())
        }
    }
}

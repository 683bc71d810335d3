// SPDX-License-Identifier: MIT

import Wire

extension JSON {
    /// The single values at a path of names with dots between them, through lists and objects; names may have dots in them.
    func values(at path: String) -> [JSON] {
        if let elements = array { return elements.flatMap { $0.values(at: path) } }
        return (object?.members ?? []).flatMap { member -> [JSON] in
            if member.key == path { return member.value.leaves }
            return path.hasPrefix(member.key + ".")
                ? member.value.values(at: String(path.dropFirst(member.key.count + 1))) : []
        }
    }

    private var leaves: [JSON] {
        if let elements = array { return elements.flatMap(\.leaves) }
        return isNull ? [] : [self]
    }
}

/// A text cut into words, as engines do by default: runs of letters and digits, in lower case.
func simulatedWords(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
}

/// A text with the words marked that pass a test.
func simulatedMarks(_ text: String, _ open: String, _ close: String, _ isFound: (String) -> Int?) -> String? {
    var (output, rest, found) = ("", Substring(text), false)
    while !rest.isEmpty {
        let word = rest.prefix { $0.isLetter || $0.isNumber }
        guard !word.isEmpty else {
            output.append(rest.removeFirst())
            continue
        }
        if let length = isFound(word.lowercased()) {
            found = true
            output += open + word.prefix(length) + close + word.dropFirst(length)
        } else {
            output += word
        }
        rest = rest.dropFirst(word.count)
    }
    return found ? output : nil
}

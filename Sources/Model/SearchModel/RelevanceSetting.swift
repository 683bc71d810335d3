// SPDX-License-Identifier: MIT

/// A setting of matching and ranking, with the name that Algolia and the embedded index share.
public enum RelevanceSetting: String, Sendable, Hashable, CaseIterable {
    case ranking, typoTolerance, minWordSizefor1Typo, minWordSizefor2Typos, allowTyposOnNumericTokens
    case disableTypoToleranceOnWords, queryType, removeWordsIfNoResults, optionalWords, exactOnSingleWordQuery
    case disableTypoToleranceOnAttributes, ignorePlurals, removeStopWords, separatorsToIndex, synonyms
    case attributeForDistinct, distinct, replicas, minProximity

    /// The form of a value.
    public enum Form: Sendable, Hashable {
        /// One of several words; a boolean is allowed if its text is one of them.
        case choice([String])
        case flag
        /// A boolean, or the languages for which it is true.
        case languages
        case number(ClosedRange<Int>)
        /// A number; a boolean is 1 or 0.
        case count(ClosedRange<Int>)
        case texts
        /// Criteria, after the rules that precede them.
        case order
        /// A setting of the index, not of requests, with a form of its own.
        case own

        /// The bounds of a number; `nil` for other forms.
        public var bounds: ClosedRange<Int>? {
            switch self {
            case .number(let bounds), .count(let bounds): bounds
            default: nil
            }
        }
    }

    /// The form of the setting's value.
    public var form: Form {
        func choice<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> Form where Word.RawValue == String {
            .choice(Word.allCases.map(\.rawValue))
        }
        return switch self {
        case .ranking: .order
        case .typoTolerance: choice(TypoTolerance.self)
        case .minWordSizefor1Typo, .minWordSizefor2Typos: .number(1...100)
        case .allowTyposOnNumericTokens: .flag
        case .disableTypoToleranceOnWords, .disableTypoToleranceOnAttributes, .optionalWords: .texts
        case .queryType: choice(QueryType.self)
        case .removeWordsIfNoResults: choice(WordRemoval.self)
        case .exactOnSingleWordQuery: choice(SingleWordExactness.self)
        case .ignorePlurals, .removeStopWords: .languages
        case .distinct: .count(0...1_000)
        case .minProximity: .number(1...7)
        case .separatorsToIndex, .synonyms, .attributeForDistinct, .replicas: .own
        }
    }

    /// A criterion by which two matching records are distinguished.
    public enum Criterion: String, Sendable, Hashable, CaseIterable {
        case typo, geo, words, filters, proximity, attribute, exact, custom
    }

    /// When a word with errors in it is found.
    public enum TypoTolerance: String, Sendable, Hashable, CaseIterable {
        /// Always, behind those without.
        case always = "true"
        case never = "false"
        /// Only the records with the fewest errors that there are.
        case min
        /// Only the records with the two lowest numbers of errors that there are.
        case strict
    }

    /// Which words of a query may be the beginning of a word only.
    public enum QueryType: String, Sendable, Hashable, CaseIterable {
        case prefixLast, prefixAll, prefixNone
    }

    /// What becomes of a query that finds nothing.
    public enum WordRemoval: String, Sendable, Hashable, CaseIterable {
        case none, lastWords, firstWords, allOptional
    }

    /// When a single word is exact.
    public enum SingleWordExactness: String, Sendable, Hashable, CaseIterable {
        /// Where it is the whole of an attribute, or at least a whole word, which counts less.
        case attribute
        case word
        case none
    }
}

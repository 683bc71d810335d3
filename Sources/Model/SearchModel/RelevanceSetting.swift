// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A setting of what matches and what comes first, under the name that Algolia and the embedded index share.
public enum RelevanceSetting: String, Sendable, Hashable, CaseIterable {
    case ranking, typoTolerance, minWordSizefor1Typo, minWordSizefor2Typos, allowTyposOnNumericTokens
    case disableTypoToleranceOnWords, queryType, removeWordsIfNoResults, optionalWords, exactOnSingleWordQuery
    case disableTypoToleranceOnAttributes, ignorePlurals, removeStopWords, separatorsToIndex, synonyms
    case attributeForDistinct, distinct, replicas, minProximity

    /// What a setting may be.
    public enum Form: Sendable, Hashable {
        /// One of several words; a truth value is one of them where its text is.
        case choice([String])
        case flag
        /// A truth value, or the languages for which it holds.
        case languages
        case number(ClosedRange<Int>)
        /// A number; a truth value is 1 or 0.
        case count(ClosedRange<Int>)
        case texts
        /// Criteria, and the rules before them.
        case order
        /// What belongs to the index, and has a form of its own.
        case own

        /// The lowest and highest number; `nil` for what is no number.
        public var bounds: ClosedRange<Int>? {
            switch self {
            case .number(let bounds), .count(let bounds): bounds
            default: nil
            }
        }
    }

    /// What the setting may be.
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

    /// A criterion by which two matching records are told apart.
    public enum Criterion: String, Sendable, Hashable, CaseIterable {
        case typo, geo, words, filters, proximity, attribute, exact, custom
    }

    /// When a word with errors in it is found.
    public enum TypoTolerance: String, Sendable, Hashable, CaseIterable {
        /// Always, behind those without.
        case always = "true"
        /// Never.
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
        /// Where it is a whole word.
        case word
        /// Never.
        case none
    }
}

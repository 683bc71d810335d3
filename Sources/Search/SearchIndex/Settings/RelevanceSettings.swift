// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// How an index decides what matches and what comes first, beyond the attributes; names and defaults are Algolia's.
public struct RelevanceSettings: Sendable, Hashable {
    /// What comes before all criteria, as the rules at the beginning of `ranking`.
    public var sort: [RankingRule] = []
    /// The criteria in their order.
    public var ranking: [RelevanceSetting.Criterion] = RelevanceSetting.Criterion.allCases
    public var typoTolerance = RelevanceSetting.TypoTolerance.always
    /// How many letters a word needs for one error, and for two.
    public var minWordSizefor1Typo = 4
    public var minWordSizefor2Typos = 8
    public var allowTyposOnNumericTokens = true
    /// Words in which no error is forgiven, and attributes in whose words none is.
    public var disableTypoToleranceOnWords: [String] = []
    public var disableTypoToleranceOnAttributes: [String] = []
    public var queryType = RelevanceSetting.QueryType.prefixLast
    public var removeWordsIfNoResults = RelevanceSetting.WordRemoval.none
    /// Words that a record need not have.
    public var optionalWords: [String] = []
    public var exactOnSingleWordQuery = RelevanceSetting.SingleWordExactness.attribute
    /// Whether singular and plural are the same, in English.
    public var ignorePlurals = false
    /// Whether words such as `the` are left out of queries, in English.
    public var removeStopWords = false
    /// Signs that are words, and do not just part words.
    public var separatorsToIndex = IndexedSeparators()
    /// Words that stand for others.
    public var synonyms: [Synonym] = []
    /// The attribute of which each value is shown at most `distinct` times; 0 shows all.
    public var attributeForDistinct: String?
    public var distinct = 0
    /// Other orders of the same records, by name.
    public var replicas: [Replica] = []
    /// The distance up to which two words are as good as neighbours, 1 to 7.
    public var minProximity = 1

    public init() {}
}

/// Words that stand for others.
public enum Synonym: Sendable, Hashable {
    /// Each of the texts stands for all others.
    case regular([String])
    /// The first text stands for the others too, and not the other way round.
    case oneWay(String, [String])
    /// A word of records, such as `<number>`, that any of the texts finds.
    case placeholder(String, [String])
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a banner shows.
public struct Banner: Sendable, Hashable {
    public let title: String?
    public let text: String?
    /// The address of a picture.
    ///
    /// It comes from the engine's rules: open none but addresses that you expect.
    public let image: String?
    /// The address that it leads to.
    public let link: String?

    init(json: JSON) throws {
        title = try json.optionalString("title")
        text = try json.optionalString("text")
        image = try json.optionalString("image")
        link = try json.optionalString("link")
    }
}

/// What `query-rule-data` shows: what the rules of an engine add to an answer.
public struct QueryRuleDataView<Model: Decodable & Sendable>: PhasedView {
    public let status: ViewStatus
    /// The first custom data that fit, as a type of yours, or `AnyRecord`.
    public let item: Model?
    /// What a banner shows of them.
    public let banner: Banner?
    /// The address that people are sent to.
    ///
    /// It comes from the engine's rules: open none but addresses that you expect.
    public let redirect: String?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        item = json["item"] == nil ? nil : try json.requiredObject("item").decoded(naming: "`item`")
        banner = json["banner"] == nil ? nil : try Banner(json: json.requiredObject("banner"))
        redirect = try json.optionalString("redirect")
    }
}

extension QueryRuleDataView: Equatable where Model: Equatable {}
extension QueryRuleDataView: Hashable where Model: Hashable {}

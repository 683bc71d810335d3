// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// An app: which searchers, filter states and widgets make up a search screen.
///
/// It is read from an app file once, and handed to other processes as JSON.
public struct App: Sendable, Hashable {
    /// What the app is called.
    public var name: String
    /// What the console says above the widgets.
    public var console: Console
    /// The search engines.
    public var backends: [BackendConfiguration]
    /// The searchers, in the order of the file.
    public var searchers: [Searcher]
    /// The filter states, in the order of the file.
    public var filterStates: [FilterStateConfiguration]
    /// The widgets, in the order of the file, which is their order on the screen.
    public var widgets: [Widget]
    /// The indexes that every searcher may be asked to search, beside its own and those that its widgets offer.
    public var indexes: [String]
    /// Which of the widgets that come with SearchBus share a process.
    public var interactors: InteractorLayout
    /// Whether the app serves Algolia's interface.
    public var servesAlgolia: Bool
    /// Whether it is counted what people search for.
    public var countsInsights: Bool
    /// The origins, beside the console's own, whose pages may use the app.
    public var origins: [WebOrigin]
    /// Where its events are put in order.
    public var log: LogConfiguration

    public init(
        name: String,
        console: Console? = nil,
        backends: [BackendConfiguration] = [],
        searchers: [Searcher] = [],
        filterStates: [FilterStateConfiguration] = [],
        widgets: [Widget] = [],
        indexes: [String] = [],
        interactors: InteractorLayout = .each,
        servesAlgolia: Bool = false,
        countsInsights: Bool = true,
        origins: [WebOrigin] = [],
        log: LogConfiguration = .sqlite
    ) {
        self.name = name
        self.console = console ?? Console(title: name)
        self.backends = backends
        self.searchers = searchers
        self.filterStates = filterStates
        self.widgets = widgets
        self.indexes = indexes
        self.interactors = interactors
        self.servesAlgolia = servesAlgolia
        self.countsInsights = countsInsights
        self.origins = origins
        self.log = log
    }
}

extension App {
    /// What the console says above the widgets.
    public struct Console: Sendable, Hashable {
        /// The heading.
        public var title: String
        /// A line below it.
        public var subtitle: String?

        public init(title: String, subtitle: String? = nil) {
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// A filter state and the searchers that it reaches.
    public struct FilterStateConfiguration: Sendable, Hashable {
        /// The name, unique among the app's searchers, filter states and widgets.
        public var name: String
        /// The searchers that its filters narrow; a `multi` searcher stands for its members.
        public var searchers: [String]
        /// What the index of a searcher calls the attributes of the filters, by searcher; those that are not named call them
        /// the same.
        public var attributes: [String: AttributeMap]

        public init(name: String, searchers: [String] = [], attributes: [String: AttributeMap] = [:]) {
            self.name = name
            self.searchers = searchers
            self.attributes = attributes
        }
    }

    /// Where on the screen a widget stands.
    public typealias Place = WidgetPlace

    /// A widget, where it stands, and for types of one's own what runs it.
    public struct Widget: Sendable, Hashable {
        /// What the interactor is made from.
        public var configuration: WidgetConfiguration
        /// Where it stands.
        public var place: Place
        /// The path of the JavaScript file that draws it, relative to the app file; `nil` for the console's own.
        public var controller: String?
        /// The command that runs the interactor of a type of one's own, started by the supervisor.
        public var run: [String]?
        /// Whether SearchBus does not start the interactor.
        public var isExternal: Bool
        /// The variables of the supervisor's environment that the program gets, by name.
        public var environment: [String]

        public init(
            _ configuration: WidgetConfiguration,
            place: Place = .main,
            controller: String? = nil,
            run: [String]? = nil,
            isExternal: Bool = false,
            environment: [String] = []
        ) {
            self.environment = environment
            self.configuration = configuration
            self.place = place
            self.controller = controller
            self.run = run
            self.isExternal = isExternal
        }

        /// The widget's name.
        public var name: String { configuration.name }

        /// Whether its type comes with SearchBus.
        public var isBuiltIn: Bool { run == nil && !isExternal }

        /// The interactor, or `nil` for a type of one's own.
        ///
        /// - Throws: `ParameterError` for parameters that make no sense.
        public func interactor() throws -> (any Interactor)? {
            try InteractorRegistry.type(named: configuration.type).map { try $0.init(configuration) }
        }
    }
}

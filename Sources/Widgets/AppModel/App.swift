// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// An app: which searchers, filter states and widgets make up a search screen.
///
/// It is read from an app file once, and handed to other processes as JSON.
public struct App: JSONRecord {
    public var name = ""
    public var console = Console()
    public var backends: [BackendConfiguration] = []
    public var searchers: [Searcher] = []
    public var filterStates: [FilterStateConfiguration] = []
    public var widgets: [Widget] = []
    public var interactors = InteractorLayout.each
    public var indexes: [String] = []
    public var servesAlgolia = false
    public var countsInsights = true
    public var sinks: [Sink] = []
    public var web = Web()
    public var log = LogConfiguration.sqlite

    public static let fields: [Field] = [
        Field("name", \.name, "What the app is called; also the name of its data folder."),
        Field("console", \.console, "What the console shows above the widgets."),
        Field("backends", \.backends, "The search engines."),
        Field("searchers", \.searchers, "The sources of results, in the order of the file."),
        Field("filterStates", \.filterStates, "The filter states, in the order of the file."),
        Field("widgets", \.widgets, "The widgets, in the order of the file, which is their order on the screen."),
        Field("interactors", \.interactors, "Which of the widgets that come with SearchBus share a process."),
        Field("indexes", \.indexes, schema: indexNames, omitsDefault: true, "Further indexes for any searcher."),
        Field("algolia", \.servesAlgolia, omitsDefault: true, "Whether the app serves Algolia's interface."),
        Field("insights", \.countsInsights, omitsDefault: true, "Whether a process counts what people search for."),
        Field("sinks", \.sinks, omitsDefault: true, "The receivers outside that get events over HTTP."),
        Field("web", \.web, omitsDefault: true, "Which other pages may use the app."),
        Field("log", \.log, omitsDefault: true, "What orders the events."),
    ]

    private static let indexNames = Schema.list(.text, maximum: 1_000)

    public init() {}

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
        self.web = Web(origins: origins)
        self.log = log
    }

    /// The origins, besides the console's own, whose pages may use the app.
    public var origins: [WebOrigin] { web.origins }

    /// The app as processes get it: each searcher with what follows from the widgets and programs cannot know themselves.
    public var json: JSON {
        var members = members
        members["searchers"] = .array(searchers.map(described))
        return .object(members)
    }

    /// A searcher, with what its widgets want counted where a program of one's own has to know, and with what clients may ask of
    /// it where that is more than its index, or less than any count.
    private func described(_ searcher: Searcher) -> JSON {
        var object = searcher.json.object ?? JSONObject()
        if searcherParts.contains(where: { $0.program != nil && $0.members.contains(searcher.name) }) {
            object["needs"] = [
                "facets": .array(facets(for: searcher.name).map(\.json)), "stats": JSON(stats(for: searcher.name)),
            ]
        }
        let reach = reach(of: searcher.name)
        if let index = searcher.index, reach != SearcherReach(indexes: [index]) { object["reach"] = reach.json }
        return .object(object)
    }
}

extension App {
    /// What the console shows above the widgets.
    public struct Console: JSONRecord {
        public var title = ""
        public var subtitle: String?

        public static let fields: [Field] = [
            Field("title", \.title, "The heading."), Field("subtitle", \.subtitle, "A line below it."),
        ]

        public init() {}

        public init(title: String, subtitle: String? = nil) {
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// Which other pages may use the app.
    public struct Web: JSONRecord {
        public var origins: [WebOrigin] = []

        public static let fields: [Field] = [
            Field("origins", \.origins, schema: .list(.text, maximum: 64), "The origins of the pages.")
        ]

        public init() {}

        public init(origins: [WebOrigin]) { self.origins = origins }
    }

    /// A filter state and the searchers that it reaches.
    public struct FilterStateConfiguration: JSONRecord {
        public var name = ""
        public var searchers: [String] = []
        public var attributes: [String: AttributeMap] = [:]

        public static let fields: [Field] = [
            Field("name", \.name, isDerived: true, "The name, unique among these parts of the app."),
            Field(
                "searchers",
                \.searchers,
                "The searchers that its filters narrow; a `multi` one stands for its members."
            ),
            Field("attributes", \.attributes, omitsDefault: true, "What indexes call its attributes, by searcher."),
        ]

        public init() {}

        public init(name: String, searchers: [String] = [], attributes: [String: AttributeMap] = [:]) {
            self.name = name
            self.searchers = searchers
            self.attributes = attributes
        }
    }

    /// Where on the screen a widget stands.
    public typealias Place = WidgetPlace

    /// A widget, where it is on the screen, and for custom types what runs it.
    public struct Widget: JSONRecord {
        /// What the interactor is made from.
        public var configuration = WidgetConfiguration(name: "", type: "")
        public var place = Place.main
        public var controller: String?
        public var controllerFile: String?
        public var run: [String]?
        public var isExternal = false
        public var environment: [String] = []

        public static let fields: [Field] = [
            Field("name", \.configuration.name, isDerived: true, "The name, unique among these parts of the app."),
            Field("type", \.configuration.type, "The widget type."),
            Field("searcher", \.configuration.searcher, "The searcher that it listens to."),
            Field("members", \.members, isDerived: true, "The searchers behind that one: itself, or its members."),
            Field(
                "unit",
                \.configuration.searcherUnit,
                isDerived: true,
                "The searcher whose process searches for them."
            ),
            Field("filterState", \.configuration.filterState, "The filter state that it listens to and changes."),
            Field("links", \.configuration.links, omitsDefault: true, isDerived: true, "What its parameters name."),
            Field(
                "attributes",
                \.configuration.attributes,
                omitsDefault: true,
                isDerived: true,
                "What indexes call its attributes, by searcher."
            ),
            Field("title", \.configuration.title, "Its heading."),
            Field("parameters", \.configuration.parameters, isDerived: true, "The parameters of its type, by name."),
            Field("place", \.place, "Where it is on the screen."),
            Field("controller", \.controller, "The `.js` file that draws it, relative to the app file."),
            Field("run", \.run, "The command that runs the interactor of a custom type."),
            Field("external", \.isExternal, omitsDefault: true, "Whether SearchBus does not start it."),
            Field("environment", \.environment, omitsDefault: true, "The variables that the program gets."),
            Field("controllerFile", \.controllerFile, isDerived: true, "For processes, the path of `controller`."),
        ]

        public init() {}

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

        private var members: [String]? {
            get { configuration.searcher == nil ? nil : configuration.searcherMembers }
            set { configuration.searcherMembers = newValue ?? [] }
        }

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

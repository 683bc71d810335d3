// SPDX-License-Identifier: MIT

// MARK: - Filters

extension FilterState {
    /// Adds a filter to a group, which comes to be if needed; answers whether it was not there.
    @discardableResult
    public mutating func add(_ filter: Filter, to id: FilterGroup.ID) -> Bool {
        edit(id) { $0.add(filter) }
    }

    /// Adds filters to a group; answers whether one was not there.
    @discardableResult
    public mutating func add(_ filters: [Filter], to id: FilterGroup.ID) -> Bool {
        edit(id) { group in filters.reduce(false) { group.add($1) || $0 } }
    }

    /// Removes a filter from a group, from all where none is named; answers whether it was there.
    @discardableResult
    public mutating func remove(_ filter: Filter, from id: FilterGroup.ID? = nil) -> Bool {
        remove([filter], from: id)
    }

    /// Removes filters from a group, from all where none is named; answers whether one was there.
    @discardableResult
    public mutating func remove(_ filters: [Filter], from id: FilterGroup.ID? = nil) -> Bool {
        let gone = Set(filters)
        return removeAll(from: id) { gone.contains($0) }
    }

    /// Removes what looks at an attribute, of one type where one is named, from a group or from all; answers whether there was
    /// something.
    @discardableResult
    public mutating func removeAll(
        attribute: String,
        type: FilterType? = nil,
        from id: FilterGroup.ID? = nil
    ) -> Bool {
        removeAll(from: id) { $0.looks(at: attribute, type) }
    }

    private mutating func removeAll(from id: FilterGroup.ID?, where matches: (Filter) -> Bool) -> Bool {
        var didChange = false
        for id in id.map({ [$0] }) ?? groups.map(\.id) {
            if edit(id, { $0.removeAll(where: matches) }) { didChange = true }
        }
        return didChange
    }

    /// Removes the filter if the group holds it, adds it otherwise.
    public mutating func toggle(_ filter: Filter, in id: FilterGroup.ID) {
        if !remove(filter, from: id) { add(filter, to: id) }
    }

    /// Replaces a group's filters on one attribute and of one type; others are left alone.
    ///
    /// Filters on another attribute or of another type than those named are not added: a widget writes only what is its
    /// own. Without a type, filters of every type on the attribute are replaced.
    public mutating func set(
        _ filters: [Filter],
        attribute: String,
        type: FilterType? = nil,
        in id: FilterGroup.ID
    ) {
        edit(id) { group in
            let wanted = Set(filters)
            group.removeAll { $0.looks(at: attribute, type) && !wanted.contains($0) }
            for filter in filters where filter.looks(at: attribute, type) { group.add(filter) }
            return true
        }
    }
}

// MARK: - Groups

extension FilterState {
    /// Removes every filter; the levels of hierarchies stay.
    public mutating func removeAll() { removeGroups { _ in true } }

    /// Removes the filters of groups; the levels of hierarchies stay.
    public mutating func removeGroups(where matches: (FilterGroup.ID) -> Bool) {
        keep { id, _ in !matches(id) }
    }

    /// Keeps the filters that the closure names; a path ends where one of it is not named.
    public mutating func keep(where isKept: (FilterGroup.ID, Filter) -> Bool) {
        self = FilterState(groups: groups.map { group in group.keeping { isKept(group.id, $0) } })
    }
}

// MARK: - Hierarchies

extension FilterState {
    /// Tells the levels of a hierarchy, from the root.
    public mutating func setAttributes(_ attributes: [String], of id: FilterGroup.ID) {
        edit(id) { group in
            group.setAttributes(attributes)
            return true
        }
    }

    /// Replaces a group's filters by a path; the levels stay.
    public mutating func setPath(_ path: [Filter], in id: FilterGroup.ID) {
        edit(id) { group in
            group = FilterGroup(id: id, filters: path, attributes: group.attributes)
            return true
        }
    }

    /// Goes to a path, or one level up from it where it is chosen already.
    public mutating func togglePath(_ path: [Filter], in id: FilterGroup.ID) {
        let wanted = FilterGroup(id: id, filters: path, attributes: group(id).attributes).filters
        setPath(wanted == filters(in: id) ? wanted.dropLast() : wanted, in: id)
    }
}

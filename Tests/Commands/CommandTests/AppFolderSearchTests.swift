// SPDX-License-Identifier: MIT

import Testing

@testable import searchbus

@Suite struct AppFolderSearchTests {
    private func found(_ contents: [String: AppFolderSearch.Content], from folder: String) -> AppFolderSearch.Found? {
        AppFolderSearch(content: { folder, _ in contents[folder] }, home: "/home/ann").nearest(from: folder)
    }

    @Test func `the nearest folder counts, whatever lies above it`() {
        let contents: [String: AppFolderSearch.Content] = ["/a": .appFile("searchbus.yaml"), "/a/b": .data]
        #expect(found(contents, from: "/a/b")?.content == .data)
        #expect(found(contents, from: "/a/b/c/d")?.prefix == "../../")
        #expect(found(contents, from: "/a/x/y") == .init(content: .appFile("searchbus.yaml"), levels: 2))
        #expect(found(contents, from: "/a")?.prefix == "")
        #expect(found(contents, from: "/b") == nil)
    }

    @Test func `nothing above the home directory counts`() {
        #expect(found(["/home": .appFile("app.yaml")], from: "/home/ann/shop") == nil)
        #expect(found(["/home/ann": .appFile("app.yaml")], from: "/home/ann/shop")?.levels == 1)
    }

    @Test func `above, only what belongs to the user is asked for`() {
        let search = AppFolderSearch(content: { _, isAbove in isAbove ? nil : .data }, home: nil)
        #expect(search.nearest(from: "/a/b")?.levels == 0)
    }
}

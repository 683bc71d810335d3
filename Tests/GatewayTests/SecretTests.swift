// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Foundation
import HTTPTypes
import Testing

@testable import Gateway

@Suite struct SecretTests {
    @Test("A secret matches itself and nothing else")
    func matching() {
        let secret = SecretText("abcdef")
        #expect(secret.matches("abcdef"))
        for other in ["", "abcde", "abcdefg", "abcdeF", "Abcdef", "abcdefabcdef"] { #expect(!secret.matches(other)) }
        #expect(!SecretText("").matches(""))
    }

    @Test("Secrets have 256 bits and differ")
    func making() {
        let secrets = Set((0..<200).map { _ in SecretText.make().text })
        #expect(secrets.count == 200)
        #expect(secrets.allSatisfy { $0.utf8.count == 43 && $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test("A secret is not shown by what prints values")
    func hiding() {
        let secret = SecretText("abcdef")
        #expect(!"\(secret) \(String(reflecting: secret))".contains("abcdef"))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!dumped.contains("abcdef"))
    }

    @Test("A link's token is good once")
    func oneUse() {
        var links = LinkTokens()
        let (first, second) = (links.issue().text, links.issue().text)
        let answers = ["guess", second, second, first].map { links.redeem($0) }
        #expect(answers == [false, true, false, true])
    }

    @Test("Of many unused links the oldest go")
    func boundedLinks() {
        var links = LinkTokens()
        let tokens = (0...LinkTokens.limit).map { _ in links.issue().text }
        let answers = tokens.map { links.redeem($0) }
        #expect(answers == [false] + Array(repeating: true, count: LinkTokens.limit))
    }

    @Test("Secrets outlive the process, and only their owner can read them")
    func persistence() throws {
        let directory = NSTemporaryDirectory() + "secrets-\(Identifier.make())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let first = try GatewaySecrets.load(dataDirectory: directory)
        let second = try GatewaySecrets.load(dataDirectory: directory)
        #expect(first.bearer.text == second.bearer.text && first.cookie.text == second.cookie.text)
        let path = "\(directory)/\(GatewaySecrets.fileName)"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [GatewaySecrets.fileName])
    }

    @Test("A file that others could read, or that is damaged, is replaced")
    func exposure() throws {
        let directory = NSTemporaryDirectory() + "secrets-\(Identifier.make())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = "\(directory)/\(GatewaySecrets.fileName)"
        let first = try GatewaySecrets.load(dataDirectory: directory)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let second = try GatewaySecrets.load(dataDirectory: directory)
        #expect(first.bearer.text != second.bearer.text)
        try Data("{\"bearer\":\"\",\"cookie\":\"\"}".utf8).write(to: URL(filePath: path))
        let third = try GatewaySecrets.load(dataDirectory: directory)
        #expect(third.bearer.text.utf8.count == 43)
    }

    @Test("A program is known by the key, a browser by its cookie, and nobody by anything near them")
    func identities() throws {
        let secrets = GatewaySecrets()
        let authenticator = Authenticator(secrets: secrets, port: 8080)
        let token = try #require(authenticator.makeLink().split(separator: "=").last)
        let cookie = try #require(authenticator.cookie(forToken: token)).prefix { $0 != ";" }
        func identity(_ fields: HTTPFields) -> Identity { authenticator.identity(of: fields) }
        #expect(identity([.authorization: "Bearer \(secrets.bearer.text)"]) == .program)
        #expect(identity([.authorization: "bearer \(secrets.bearer.text)"]) == .program)
        #expect(identity([.cookie: "a=b; \(cookie); c=d"]) == .browser(String(cookie.suffix(16))))
        for fields: HTTPFields in [
            [:], [.authorization: "Bearer"], [.authorization: "Bearer \(secrets.cookie.text)"],
            [.authorization: "Basic \(secrets.bearer.text)"], [.cookie: "searchbus-8080=\(secrets.cookie.text)"],
            [.cookie: "searchbus-8081=\(cookie.split(separator: "=")[1])"],
            [.cookie: "searchbus-8080=\(secrets.bearer.text).abc"], [.cookie: "x\(cookie)"],
        ] {
            #expect(identity(fields) == .unknown)
        }
    }
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Gateway
import Glibc
import Runtime
import Wire

@main
struct GatewayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchbus-gateway",
        abstract: "Serves the console, the HTTP API and the event streams of a SearchBus app.",
        version: Release.version
    )

    @Option(help: "Where to listen: HOST:PORT or unix:/PATH.") var listen = "127.0.0.1:8080"
    @Option(help: "The address that users open, if a proxy is in front of the gateway.")
    var publicURL: String?
    @Option(help: "Trust `X-Forwarded-*` or `Forwarded` from this proxy address or CIDR range (repeatable).")
    var trustedProxy: [String] = []
    @Option(help: "The app, as JSON.") var app: String
    @Option(help: "The directory of the sockets.") var runtime: String
    @Option(help: "The directory in which the gateway keeps its key.") var data: String
    @Option(help: "The directory of the console's files.") var web: String?
    @Option(help: "What the paths of widgets' controllers are relative to; by default the app's directory.")
    var controllers: String?
    @Flag(help: "Read the console's files again when they change.") var dev = false
    @Flag(help: "Authorize every request on this machine, without a key.") var noAuth = false
    @Option(help: "What is logged: error, warning, notice, info or debug.") var logLevel = "notice"
    @Flag(help: "End when standard input ends.") var supervised = false

    func run() {
        Executable.report {
            var configuration = try GatewayConfiguration(
                reach: GatewayReach(
                    listen: listen,
                    publicURL: publicURL,
                    trustedProxies: trustedProxy,
                    requiresAuthorization: !noAuth
                ),
                appFile: app,
                runtimeDirectory: runtime,
                dataDirectory: data,
                webDirectory: web
            )
            if let controllers { configuration.controllerDirectory = controllers }
            configuration.isDevelopment = dev
            configuration.allowsEverybody = noAuth
            configuration.machine = Machine.name
            try configuration.setLogLevel(logLevel)
            let endpoints = try BusEndpoints(runtimeDirectory: runtime)
            let bus = try BusClient(endpoints: endpoints, requestTimeout: .seconds(5))
            let server = try GatewayServer(configuration, log: bus, executor: bus.executor) { bus.isConnected }
            let end = { @Sendable in
                server.stop()
                // What is not done by then would not be soon.
                usleep(800_000)
                Glibc.exit(0)
            }
            Executable.onTermination(end)
            if supervised { Executable.onEndOfStandardInput(end) }
            Task {
                await Executable.report {
                    try await server.run { link in
                        let line = Array("ready \(link)\n".utf8)
                        _ = write(STDOUT_FILENO, line, line.count)
                    }
                }
                Glibc.exit(0)
            }
        }
        while true { pause() }
    }
}

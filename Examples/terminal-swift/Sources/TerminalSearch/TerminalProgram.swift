// SPDX-License-Identifier: MIT

import SearchClient

/// The program: keys in, pictures out.
@MainActor
public enum TerminalProgram {
    /// Draws a session on the terminal until the person leaves, or the terminal goes away.
    ///
    /// - Throws: `SearchBusError` where there is no terminal, or the gateway does not answer.
    public static func run(_ options: Options) async throws {
        let session = try await SearchSession.open(
            options.gateway,
            credential: options.credential,
            session: options.session
        )
        let model = ScreenModel()
        let screen = SearchScreen(try await session.app(), session: session, model: model)
        let terminal = try Terminal()
        defer {
            screen.close()
            terminal.close()
        }
        let canvas = Canvas(terminal, isColoured: options.isColoured)
        model.onChange = { canvas.draw(model) }
        canvas.draw(model)
        var parser = KeyParser()
        for await event in terminal.events {
            switch event {
            case .bytes(let bytes):
                for key in parser.feed(bytes) {
                    let actions = model.screen.press(key)
                    if actions.contains(.leave) { return }
                    actions.forEach(screen.carryOut)
                }
            case .resized: canvas.draw(model)
            case .ended: return
            }
        }
    }
}

/// Draws once for all that changes in one turn of the main actor.
@MainActor
private final class Canvas {
    private let terminal: Terminal
    private let isColoured: Bool
    private var picture: Picture?
    private var isAwaited = false

    init(_ terminal: Terminal, isColoured: Bool) {
        self.terminal = terminal
        self.isColoured = isColoured
    }

    func draw(_ model: ScreenModel) {
        guard !isAwaited else { return }
        isAwaited = true
        Task { @MainActor in
            isAwaited = false
            let next = Layout(model.screen, size: terminal.size).picture
            guard next != picture else { return }
            terminal.write(next.commands(after: picture, inColour: isColoured))
            picture = next
        }
    }
}

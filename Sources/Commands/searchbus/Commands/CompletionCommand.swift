// SPDX-License-Identifier: MIT

import ArgumentParser

struct CompletionCommand: ParsableCommand {
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish

        /// What the library calls it.
        var kind: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the script by which a shell completes commands.",
        discussion: """
            bash:  searchbus completion bash > ~/.local/share/bash-completion/completions/searchbus
            zsh:   searchbus completion zsh > ~/.zfunc/_searchbus     (~/.zfunc being in fpath)
            fish:  searchbus completion fish > ~/.config/fish/completions/searchbus.fish

            Names of indexes, widgets and processes of the folder's app are completed too.

            Exit codes: 0 done; 64 unknown shell.
            """
    )

    @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell

    func run() { Terminal.output.print(SearchBusCommand.completionScript(for: shell.kind)) }
}

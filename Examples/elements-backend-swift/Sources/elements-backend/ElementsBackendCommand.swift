// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ElementsBackend
import Runtime
import Searchers

@main
struct ElementsBackendCommand {
    static func main() async {
        await Executable.report { try await SearcherWorker.run(ElementsBackend()) }
    }
}

// SPDX-License-Identifier: MIT

import ElementsBackend
import Runtime
import Searchers

@main
struct ElementsBackendCommand {
    static func main() async {
        await Executable.report { try await SearcherWorker.run(ElementsBackend()) }
    }
}

// SPDX-License-Identifier: MIT

import Components
import Runtime
import SumSearches

@main
struct SumSearchesCommand {
    static func main() async {
        await Executable.report { try await WidgetWorker.run(SumSearches.self) }
    }
}

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Components
import PriceSteps
import Runtime

@main
struct PriceStepsCommand {
    static func main() async {
        await Executable.report { try await WidgetWorker.run(PriceSteps.self) }
    }
}

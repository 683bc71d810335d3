// SPDX-License-Identifier: MIT

import Components
import PriceSteps
import Runtime

@main
struct PriceStepsCommand {
    static func main() async {
        await Executable.report { try await WidgetWorker.run(PriceSteps.self) }
    }
}

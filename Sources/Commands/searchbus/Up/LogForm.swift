// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Glibc
import Runtime

enum LogForm: String, ExpressibleByArgument, CaseIterable {
    case text
    case json

    /// The requested format, by default that of the environment; passed on to later processes.
    ///
    /// To be called before there are threads.
    static func takeEffect(_ asked: LogForm?) -> LogForm {
        let variable = Executable.logVariable
        switch asked {
        case nil: break
        case .text?: unsetenv(variable.name)
        case .json?: setenv(variable.name, variable.json, 1)
        }
        return Executable.logsJSON ? .json : .text
    }
}

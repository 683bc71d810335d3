// SPDX-License-Identifier: MIT

import Broker
import Foundation

/// How a command behaves that works beside a running app.
enum Politeness {
    /// How much later than others this process is served by the processors.
    private static let niceness: Int32 = 10

    /// Lets the app go first, and allows as many open files as the system lets a process have.
    static func giveWay() {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// How fast data are copied on a disk that an app uses: with pauses while its log is written to.
    static func pace(besideLogOf data: String) -> CopyPace {
        let watch = WriterWatch(log: "\(data)/log.sqlite")
        return CopyPace(isNeeded: { watch.isBusy() }, wait: { Thread.sleep(forTimeInterval: $0 / .seconds(1)) })
    }
}

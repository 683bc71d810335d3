// SPDX-License-Identifier: MIT

/// Which version of SearchBus this is.
public enum Release {
    /// The version, as `--version`, the broker's heartbeat and every process's status say it; the changelog's newest.
    public static let version = "0.1.0"
}

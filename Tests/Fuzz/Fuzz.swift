// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation

#if LIBFUZZER
    import CFuzzer
#endif

/// Feeds bytes as they may come from outside to one part of the product: whatever they are, it answers or throws.
///
/// Built by `make fuzz`, with libFuzzer, it makes up inputs and watches which code they reach. Built otherwise it does again the
/// inputs in the files that it is given, such as one that libFuzzer saved when something went wrong.
@main
enum Fuzz {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        // With `-fork` libFuzzer runs the program again, with its own arguments.
        let outer = ProcessInfo.processInfo.environment["SEARCHBUS_FUZZ_TARGET"]
        if let outer { arguments = [outer] + arguments }
        guard let name = arguments.first, let target = FuzzTargets.named(name) else {
            report("Usage: Fuzz \(FuzzTargets.names.joined(separator: "|")) FOLDER|FILE…")
            exit(64)
        }
        #if LIBFUZZER
            let rest = Array(arguments.dropFirst())
            outer == nil ? explore(target, name, rest) : run(target, [CommandLine.arguments[0]] + rest)
        #else
            repeatFiles(target, Array(arguments.dropFirst()))
        #endif
    }

    /// Does the inputs of files again.
    private static func repeatFiles(_ target: any FuzzTarget, _ files: [String]) {
        for file in files {
            guard let bytes = FileManager.default.contents(atPath: file) else {
                report("\(file) cannot be read")
                exit(66)
            }
            target.run(Array(bytes))
            report("\(file): done")
        }
    }

    private static func report(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    #if LIBFUZZER
        /// What libFuzzer calls has no context of its own.
        nonisolated(unsafe) private static var current: (any FuzzTarget)?

        /// Makes up inputs, beginning with those that the target gives; the first argument is the folder where they are kept.
        private static func explore(_ target: any FuzzTarget, _ name: String, _ arguments: [String]) {
            guard let folder = arguments.first else { exit(64) }
            let corpus = "\(folder)/\(name)"
            let words = "\(folder)/\(name).dict"
            do {
                try FileManager.default.createDirectory(atPath: corpus, withIntermediateDirectories: true)
                for (number, seed) in target.seeds.enumerated() {
                    try Data(seed).write(to: URL(fileURLWithPath: "\(corpus)/seed-\(number)"))
                }
                let lines = target.words.map { word in
                    "\"" + word.utf8.map { "\\x" + String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() + "\""
                }
                try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: words))
            } catch {
                report("\(folder): \(error)")
                exit(74)
            }
            setenv("SEARCHBUS_FUZZ_TARGET", name, 1)
            run(
                target,
                [CommandLine.arguments[0], corpus, "-artifact_prefix=\(folder)/\(name)-"]
                    + ["-timeout=10", "-rss_limit_mb=1500", "-malloc_limit_mb=512", "-print_final_stats=1"]
                    + (target.words.isEmpty ? [] : ["-dict=\(words)"]) + arguments.dropFirst()
            )
        }

        private static func run(_ target: any FuzzTarget, _ all: [String]) {
            current = target
            var pointers: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0) } + [nil]
            var count = CInt(all.count)
            let code = pointers.withUnsafeMutableBufferPointer { buffer -> CInt in
                guard var start = buffer.baseAddress else { return 64 }
                return LLVMFuzzerRunDriver(&count, &start) { bytes, length in
                    Fuzz.current?.run(Array(UnsafeBufferPointer(start: bytes, count: length)))
                    return 0
                }
            }
            exit(code)
        }
    #endif
}

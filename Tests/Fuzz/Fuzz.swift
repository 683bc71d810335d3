// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting

#if LIBFUZZER
    import CFuzzer
#endif

/// Feeds bytes as they may come from outside to one part of the product, which must return or throw for any of them.
///
/// Built by `make fuzz`, with libFuzzer, it makes up inputs and watches which code they reach. Built otherwise it runs the inputs in
/// files again, such as one that libFuzzer saved when something went wrong, or random changes of its seeds.
@main
enum Fuzz {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        // With `-fork` libFuzzer runs the program again, with its own arguments.
        let outer = ProcessInfo.processInfo.environment["SEARCHBUS_FUZZ_TARGET"]
        if let outer { arguments = [outer] + arguments }
        if arguments == ["list"] { return FuzzTargets.all.forEach { print($0.name) } }
        guard let name = arguments.first, let target = FuzzTargets.named(name) else {
            let targets = FuzzTargets.all.map { "  \($0.name): \($0.fed)" }.joined(separator: "\n")
            report("Usage: Fuzz list | TARGET FILE… | TARGET --mutations COUNT SEED\n\(targets)")
            exit(64)
        }
        #if LIBFUZZER
            let rest = Array(arguments.dropFirst())
            outer == nil ? explore(target, name, rest) : run(target, [CommandLine.arguments[0]] + rest)
        #else
            let rest = Array(arguments.dropFirst())
            if rest.count == 3, rest[0] == "--mutations", let count = Int(rest[1]), let seed = UInt64(rest[2]) {
                mutate(target, count, seed)
            } else {
                repeatFiles(target, rest)
            }
        #endif
    }

    /// Runs the seeds, and as many inputs made of them with bytes changed, cut, repeated or replaced by words.
    private static func mutate(_ target: any FuzzTarget, _ count: Int, _ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let seeds = target.seeds
        let words = target.words.map { Array($0.utf8) }
        for input in seeds { target.run(input) }
        for _ in 0..<count {
            var bytes = seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let end = min(bytes.count, place + Int.random(in: 0...8, using: &random))
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes.replaceSubrange(place..<end, with: [UInt8.random(in: 0...255, using: &random)])
                case 1: bytes.removeSubrange(place..<end)
                case 2: bytes.replaceSubrange(place..<end, with: words.randomElement(using: &random) ?? [])
                case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
                default:
                    let other = seeds.randomElement(using: &random) ?? []
                    bytes = Array(bytes[..<place]) + other[min(place, other.count)...]
                }
            }
            // A trap ends the process: the input is there then.
            if let path = ProcessInfo.processInfo.environment["SEARCHBUS_FUZZ_INPUT"] {
                try? Data(bytes).write(to: URL(fileURLWithPath: path))
            }
            target.run(bytes)
        }
    }

    /// Runs the inputs of files again.
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
        /// libFuzzer's callback gets no context.
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

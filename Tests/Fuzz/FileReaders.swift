// SPDX-License-Identifier: MIT

#if DEBUG || LIBFUZZER
    import AccessKeys
    import Wire

    @testable import Backup
    @testable import Broker
    @testable import Insights

    /// Readers of the files of a data directory, which a disk or a person may have changed.
    enum FileReaders {
        /// Small files of JSON: keys, the sequence numbers, the journal of a restore, the description of a backup.
        static var json: ReaderTarget {
            ReaderTarget(
                seeds: [
                    #"{"bearer":"b","browsers":[{"name":"n","digest":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}],"keys":[{"id":"a","role":"session","session":"s","digest":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","createdAt":1,"endsAt":2,"former":[]}]}"#,
                    #"{"epoch":"e","token":"t","file":"7","boot":"b","reserved":"00000000000000000009","closed":null,"next":null}"#,
                    #"{"incoming":["log.sqlite"],"outgoing":["a"],"aside":"before-restore-1"}"#,
                    #"{"format":1,"version":"0.1.0","made":"m","log":{"epoch":"e","head":"1","trimmed":"0","events":1,"cursors":{}},"indexesReach":"0","indexes":[{"name":"i","records":1,"bytes":2}],"files":[{"path":"log.sqlite","bytes":1,"checksum":"00"}],"leftOut":[]}"#,
                ],
                words: ["\"..\"", "\"/\"", "18446744073709551615", "-1", "\"role\":\"read\"", "\"path\":\"../x\""]
            ) { bytes in
                let json = try JSON(parsing: bytes, limits: JSONLimits(depth: 8, values: 50_000))
                if let record = try? PlaceRecord(json: json) { checkRoundTrip(record) }
                if let journal = try? RestoreJournal(json: json) {
                    let names = journal.incoming + journal.outgoing + [journal.aside]
                    guard !names.contains(where: { $0.contains("/") || $0 == ".." }) else { fail("a name is a path") }
                    checkRoundTrip(journal)
                }
                if let ring = try? AccessRing(json: json) {
                    guard (try? AccessRing(json: JSON(parsing: ring.json.bytes)))?.json == ring.json else {
                        fail("keys do not survive being written")
                    }
                }
                _ = try BackupManifest(fileBytes: bytes, path: "backup.json")
            }
        }

        /// Sessions as the insights file keeps them.
        static var sessions: ReaderTarget {
            var session = OpenSession(touched: 1_795_255_200_000_000)
            session.asked = [.init(id: 7, at: 1_795_255_100_000_000)]
            session.current = [.init(searchers: ["products"], query: "lamp", cause: 3, since: 1_795_255_190_000_000)]
            return ReaderTarget(seeds: [SessionRecord(session).bytes, SessionRecord(OpenSession(touched: 0)).bytes]) {
                bytes in
                guard let session = SessionRecord(bytes: bytes)?.session else { return }
                guard SessionRecord(bytes: SessionRecord(session).bytes)?.session == session else {
                    fail("a session does not survive being written")
                }
            }
        }
    }
#endif

// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import Wire

extension BackendType {
    public static let postgresql = BackendType(
        "postgresql",
        .remote,
        "Tables and views of a PostgreSQL database.",
        parameters: [
            Parameter("url", .text, isRequired: true, "The address, postgresql://USER@HOST:PORT/DATABASE."),
            Parameter("password", .text, "The password, as ${NAME}."),
            Parameter(
                "sslmode",
                .choice(["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]),
                "How the connection is made secure."
            ),
            Parameter("certificateAuthority", .text, "A file of certificates to trust, in PEM form."),
            Parameter("schema", .text, "The schema of the tables that may be searched; `public` otherwise."),
            Parameter("id", .text, "The column that identifies records; by default `objectID` or `objectid`."),
            Parameter("record", .text, "A column of the type jsonb that holds whole records."),
            Parameter("searchColumns", .list(.text), "The attributes that are searched, the most important first."),
            Parameter("searchVector", .text, "A column of the type tsvector that is searched instead."),
            Parameter("language", .text, "The text search configuration; `simple` otherwise."),
            Parameter("channel", .text, "The channel on which changed tables are notified; `searchbus` otherwise."),
            Parameter("timeout", .number(0.001...600), "Timeout of a response in seconds."),
            Parameter("connectTimeout", .number(0.001...600), "Timeout of a connection attempt in seconds."),
            Parameter("connections", .integer(1...100), "Maximum number of connections."),
            Parameter("largestAnswer", .integer(1_024...1_073_741_824), "How many bytes an answer may have."),
            sorts,
        ]
    )
}

// SPDX-License-Identifier: MIT

extension NATSConnection.Options {
    /// Options with the credentials that an environment has.
    public init(servers: [String], name: String, environment: [String: String]) {
        self.init(servers: servers, name: name)
        credentialsFile = environment["SEARCHBUS_NATS_CREDENTIALS"]
        user = environment["SEARCHBUS_NATS_USER"]
        password = environment["SEARCHBUS_NATS_PASSWORD"]
        certificateAuthority = environment["SEARCHBUS_NATS_CA"]
        certificate = environment["SEARCHBUS_NATS_CERTIFICATE"]
        key = environment["SEARCHBUS_NATS_KEY"]
    }
}

// SPDX-License-Identifier: MIT

import Glibc

/// The file with the certificates of the authorities that the system trusts.
///
/// A libcurl that comes with the program knows only where the distribution has it on which it was built.
enum TrustedCertificates {
    /// Where distributions have it: Debian, Arch and Alpine; Fedora and its relatives, new and old; openSUSE; others.
    static let places = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// The file on this machine; `nil` leaves the choice to libcurl.
    static let file = first { access($0, R_OK) == 0 }

    /// The first place with a file.
    static func first(_ isReadable: (String) -> Bool) -> String? { places.first(where: isReadable) }
}

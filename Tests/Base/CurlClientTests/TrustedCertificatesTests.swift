// SPDX-License-Identifier: MIT

import Testing

@testable import CurlClient

@Suite struct TrustedCertificatesTests {
    @Test(
        arguments: [
            (["/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/cert.pem"], "/etc/ssl/certs/ca-certificates.crt"),
            (["/etc/pki/tls/certs/ca-bundle.crt"], "/etc/pki/tls/certs/ca-bundle.crt"), ([], nil),
        ] as [([String], String?)]
    )
    func `the file is where the distribution has it`(files: [String], expected: String?) {
        #expect(TrustedCertificates.first(files.contains) == expected)
    }
}

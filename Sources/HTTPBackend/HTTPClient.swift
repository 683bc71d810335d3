// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests and collects answers within a time and a size.
///
/// It may be used from any task.
final class HTTPClient: Sendable {
    /// A whole answer.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    /// Why there is no answer.
    enum Failure: Error {
        case cancelled
        case timeout
        case tooLarge
        /// The connection could not be made or broke; the reason is in words.
        case transport(String)
    }

    private let session: URLSession
    private let collector: AnswerCollector

    init(largestAnswer: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.httpShouldSetCookies = false
        collector = AnswerCollector(largestAnswer: largestAnswer)
        session = URLSession(configuration: configuration, delegate: collector, delegateQueue: nil)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Sends a request and waits for the whole answer.
    ///
    /// - Parameters:
    ///   - request: What is sent.
    ///   - timeout: How long the whole exchange may take.
    /// - Returns: The answer, whatever its status.
    /// - Throws: `Failure`.
    func send(_ request: URLRequest, timeout: Duration) async throws -> Answer {
        let task = session.dataTask(with: request)
        let seconds = timeout / .seconds(1)
        // The session's own timeout is for silence only; a service that drips bytes is stopped by this one.
        let deadline = DispatchWorkItem { [collector] in
            collector.finish(task, with: .failure(.timeout))
            task.cancel()
        }
        defer { deadline.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                collector.await(task) { continuation.resume(returning: $0) }
                // Cancelled before anybody waited: nobody else will say so.
                guard !Task.isCancelled else { return collector.finish(task, with: .failure(.cancelled)) }
                DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: deadline)
                task.resume()
            }
        } onCancel: { [collector] in
            collector.finish(task, with: .failure(.cancelled))
            task.cancel()
        }
        return try result.get()
    }
}

/// Gathers the bytes of answers as they come.
///
/// The session calls it on a queue of its own.
private final class AnswerCollector: NSObject, URLSessionDataDelegate {
    typealias Completion = @Sendable (Result<HTTPClient.Answer, HTTPClient.Failure>) -> Void

    private struct Exchange {
        let completion: Completion
        var status = 0
        var body: [UInt8] = []
    }

    private let largestAnswer: Int
    private let exchanges = Mutex<[Int: Exchange]>([:])

    init(largestAnswer: Int) {
        self.largestAnswer = largestAnswer
    }

    /// Expects the answer of a task that is not running yet.
    func await(_ task: URLSessionTask, completion: @escaping Completion) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(completion: completion) }
    }

    /// Ends an exchange; only the first end counts.
    func finish(_ task: URLSessionTask, with result: Result<HTTPClient.Answer, HTTPClient.Failure>) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.completion(result)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // Following it would carry the headers, and the keys in them, to wherever the answer points.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        exchanges.withLock { $0[dataTask.taskIdentifier]?.status = status }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = exchanges.withLock { exchanges in
            guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            let size = exchange.body.count + data.count
            if size <= largestAnswer { exchange.body.append(contentsOf: data) }
            exchanges[dataTask.taskIdentifier] = exchange
            return size > largestAnswer
        }
        guard isTooLarge else { return }
        finish(dataTask, with: .failure(.tooLarge))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            finish(task, with: .failure(AnswerCollector.failure(for: error)))
            return
        }
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let exchange else { return }
        exchange.completion(.success(HTTPClient.Answer(status: exchange.status, body: exchange.body)))
    }

    private static func failure(for error: any Error) -> HTTPClient.Failure {
        switch (error as? URLError)?.code {
        case .timedOut?: .timeout
        case .cancelled?: .cancelled
        case .cannotConnectToHost?: .transport("nothing listens there")
        case .cannotFindHost?: .transport("the host is not known")
        case .networkConnectionLost?: .transport("the connection was lost")
        case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?:
            .transport("the connection cannot be made secure")
        case let code?: .transport("network error \(code.rawValue)")
        case nil: .transport("network error")
        }
    }
}

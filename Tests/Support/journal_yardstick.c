/* SPDX-License-Identifier: MIT
 * Part of SearchBus.
 *
 * What NATS's own client takes on one server: a message of 400 bytes from its publication to a subscriber, and messages of
 * 64 such published without waiting for each.
 *
 *     cc -O2 journal_yardstick.c -lnats -o yardstick && ./yardstick nats://127.0.0.1:4222 2000
 *
 * Prints one line: the median and the 99th percentile in microseconds, and events a second.
 */
#include <nats/nats.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t heard = PTHREAD_COND_INITIALIZER;
static int64_t arrived;
static int count;

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void check(natsStatus status, const char *what) {
    if (status == NATS_OK) return;
    fprintf(stderr, "%s: %s\n", what, natsStatus_GetText(status));
    exit(1);
}

static void receive(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure) {
    natsMsg_Destroy(message);
    pthread_mutex_lock(&mutex);
    arrived = now();
    count++;
    pthread_cond_signal(&heard);
    pthread_mutex_unlock(&mutex);
}

static int ascending(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return a < b ? -1 : a > b;
}

static natsConnection *join(const char *server) {
    natsOptions *options;
    natsConnection *connection;
    check(natsOptions_Create(&options), "options");
    check(natsOptions_SetURL(options, server), "server");
    check(natsOptions_SetSendAsap(options, true), "send at once");
    check(natsConnection_Connect(&connection, options), "connect");
    natsOptions_Destroy(options);
    return connection;
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    int rounds = atoi(argv[2]), batches = 2000;
    if (rounds < 100 || rounds > 1000000) return 64;
    natsConnection *writer = join(argv[1]), *reader = join(argv[1]);
    jsCtx *stream;
    jsStreamConfig configuration;
    jsRePublish republish;
    const char *subjects[] = {"yardstick.in"};
    check(natsConnection_JetStream(&stream, writer, NULL), "jetstream");
    jsStreamConfig_Init(&configuration);
    jsRePublish_Init(&republish);
    republish.Source = "yardstick.in";
    republish.Destination = "yardstick.out";
    configuration.Name = "YARDSTICK";
    configuration.Subjects = subjects;
    configuration.SubjectsLen = 1;
    configuration.RePublish = &republish;
    js_DeleteStream(stream, "YARDSTICK", NULL, NULL);
    check(js_AddStream(NULL, stream, &configuration, NULL, NULL), "stream");
    natsSubscription *subscription;
    check(natsConnection_Subscribe(&subscription, reader, "yardstick.out", receive, NULL), "subscribe");
    check(natsConnection_Flush(reader), "flush");

    char event[400];
    memset(event, 'x', sizeof event);
    int64_t *times = calloc((size_t)rounds, sizeof *times);
    for (int round = 0; round < rounds; round++) {
        int64_t start = now();
        check(js_Publish(NULL, stream, "yardstick.in", event, sizeof event, NULL, NULL), "publish");
        pthread_mutex_lock(&mutex);
        while (count <= round) pthread_cond_wait(&heard, &mutex);
        times[round] = arrived - start;
        pthread_mutex_unlock(&mutex);
    }
    qsort(times, (size_t)rounds, sizeof *times, ascending);

    static char batch[64 * sizeof event];
    memset(batch, 'x', sizeof batch);
    int64_t start = now();
    for (int number = 0; number < batches; number++)
        check(js_PublishAsync(stream, "yardstick.in", batch, sizeof batch, NULL), "publish batches");
    check(js_PublishAsyncComplete(stream, NULL), "batches");
    double seconds = (double)(now() - start) / 1e9;
    printf("%.0f %.0f %.0f\n", times[rounds / 2] / 1e3, times[rounds * 99 / 100] / 1e3, batches * 64 / seconds);
    js_DeleteStream(stream, "YARDSTICK", NULL, NULL);
    return 0;
}

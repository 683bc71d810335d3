/* SPDX-License-Identifier: MIT
 * Part of SearchBus. */
#include "CYardstick.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

enum { MOST_COMMANDS = 64, MOST_EVENTS = 8192 };
enum { FAILED_DATABASE = 1, FAILED_SOCKET = 2, FAILED_COMMAND = 3 };
/* The write-ahead log's sizes from which it is moved into the database, and from which it is restarted; as in the broker. */
enum { WORTH_A_CHECKPOINT = 4 << 20, WORTH_A_RESTART = 32 << 20, FRAME = 4096 + 24 };

struct command {
    zmq_msg_t client, correlation;
    int64_t last;
};

struct relay {
    void *context, *router, *publisher;
    sqlite3 *database;
    sqlite3_stmt *begin, *insert, *commit;
    int64_t sequence;
    struct command commands[MOST_COMMANDS];
    int command_count;
    zmq_msg_t topics[MOST_EVENTS], bodies[MOST_EVENTS];
    int event_count;
};

struct checkpointer {
    sqlite3 *database;
    char log[4096];
    /* Nothing is ever written to it: that its other end closes is the sign to stop. */
    int end[2];
    pthread_t thread;
};

/* Large, and one a process. */
static struct relay relay;

const char *yardstick_failure(int number) {
    switch (number) {
    case FAILED_DATABASE: return "its database cannot be used";
    case FAILED_SOCKET: return "its sockets cannot be used";
    case FAILED_COMMAND: return "a command made no sense";
    default: return "an unknown failure";
    }
}

static int open_database(const char *path) {
    static const char *setup =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0;"
        "CREATE TABLE events (sequence INTEGER PRIMARY KEY, topic TEXT NOT NULL, body BLOB NOT NULL);";
    if (sqlite3_open(path, &relay.database) != SQLITE_OK) return FAILED_DATABASE;
    if (sqlite3_exec(relay.database, setup, NULL, NULL, NULL) != SQLITE_OK) return FAILED_DATABASE;
    sqlite3_busy_timeout(relay.database, 10000);
    if (sqlite3_prepare_v2(relay.database, "BEGIN IMMEDIATE", -1, &relay.begin, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(relay.database, "INSERT INTO events VALUES (?, ?, ?)", -1, &relay.insert, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(relay.database, "COMMIT", -1, &relay.commit, NULL) != SQLITE_OK)
        return FAILED_DATABASE;
    return 0;
}

/* Looks each second whether the write-ahead log is worth a checkpoint, on a thread and a connection of its own, so that no
 * append waits for it. */
static void *checkpoint(void *argument) {
    struct checkpointer *own = argument;
    struct pollfd end = {own->end[0], POLLIN, 0};
    struct stat status;
    while (poll(&end, 1, 1000) == 0) {
        if (stat(own->log, &status) != 0 || status.st_size <= WORTH_A_CHECKPOINT) continue;
        int frames = 0;
        sqlite3_wal_checkpoint_v2(own->database, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, NULL);
        if ((int64_t)frames * FRAME > WORTH_A_RESTART)
            sqlite3_wal_checkpoint_v2(own->database, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    }
    return NULL;
}

static int start_checkpoints(struct checkpointer *own, const char *path) {
    snprintf(own->log, sizeof own->log, "%s-wal", path);
    if (sqlite3_open(path, &own->database) != SQLITE_OK) return FAILED_DATABASE;
    if (sqlite3_exec(own->database, "PRAGMA wal_autocheckpoint = 0", NULL, NULL, NULL) != SQLITE_OK) return FAILED_DATABASE;
    sqlite3_busy_timeout(own->database, 1000);
    if (pipe(own->end) != 0) return FAILED_DATABASE;
    return pthread_create(&own->thread, NULL, checkpoint, own) == 0 ? 0 : FAILED_DATABASE;
}

static void stop_checkpoints(struct checkpointer *own) {
    close(own->end[1]);
    pthread_join(own->thread, NULL);
    close(own->end[0]);
    sqlite3_close(own->database);
}

static int open_sockets(const char *runtime) {
    char endpoint[256];
    int limit = 10000, none = 0;
    relay.context = zmq_ctx_new();
    relay.router = zmq_socket(relay.context, ZMQ_ROUTER);
    relay.publisher = zmq_socket(relay.context, ZMQ_XPUB);
    if (!relay.router || !relay.publisher) return FAILED_SOCKET;
    zmq_setsockopt(relay.router, ZMQ_SNDHWM, &limit, sizeof limit);
    zmq_setsockopt(relay.router, ZMQ_RCVHWM, &limit, sizeof limit);
    zmq_setsockopt(relay.publisher, ZMQ_SNDHWM, &limit, sizeof limit);
    zmq_setsockopt(relay.router, ZMQ_LINGER, &none, sizeof none);
    zmq_setsockopt(relay.publisher, ZMQ_LINGER, &none, sizeof none);
    snprintf(endpoint, sizeof endpoint, "ipc://%s/commands", runtime);
    if (zmq_bind(relay.router, endpoint) != 0) return FAILED_SOCKET;
    snprintf(endpoint, sizeof endpoint, "ipc://%s/events", runtime);
    return zmq_bind(relay.publisher, endpoint) == 0 ? 0 : FAILED_SOCKET;
}

/* Receives a further frame of a message. */
static int receive_part(zmq_msg_t *frame) {
    zmq_msg_init(frame);
    return zmq_msg_recv(frame, relay.router, 0) < 0 ? FAILED_COMMAND : 0;
}

/* Reads one command; 0 where there was one, -1 where none waits. */
static int read_command(void) {
    struct command *command = &relay.commands[relay.command_count];
    zmq_msg_init(&command->client);
    if (zmq_msg_recv(&command->client, relay.router, ZMQ_DONTWAIT) < 0) return -1;
    if (!zmq_msg_more(&command->client) || receive_part(&command->correlation)) return FAILED_COMMAND;
    int more = zmq_msg_more(&command->correlation);
    while (more) {
        if (relay.event_count == MOST_EVENTS) return FAILED_COMMAND;
        zmq_msg_t *topic = &relay.topics[relay.event_count], *body = &relay.bodies[relay.event_count];
        if (receive_part(topic) || !zmq_msg_more(topic) || receive_part(body)) return FAILED_COMMAND;
        more = zmq_msg_more(body);
        relay.event_count += 1;
    }
    command->last = relay.sequence + relay.event_count;
    relay.command_count += 1;
    return 0;
}

static int step(sqlite3_stmt *statement) {
    int result = sqlite3_step(statement);
    sqlite3_reset(statement);
    return result == SQLITE_DONE ? 0 : FAILED_DATABASE;
}

static int store(void) {
    if (step(relay.begin)) return FAILED_DATABASE;
    for (int index = 0; index < relay.event_count; index += 1) {
        zmq_msg_t *topic = &relay.topics[index], *body = &relay.bodies[index];
        relay.sequence += 1;
        sqlite3_bind_int64(relay.insert, 1, relay.sequence);
        sqlite3_bind_text(relay.insert, 2, zmq_msg_data(topic), (int)zmq_msg_size(topic), SQLITE_STATIC);
        sqlite3_bind_blob(relay.insert, 3, zmq_msg_data(body), (int)zmq_msg_size(body), SQLITE_STATIC);
        if (step(relay.insert)) return FAILED_DATABASE;
    }
    return step(relay.commit);
}

/* Sends a frame; one that cannot be sent is dropped. */
static int send_part(void *socket, zmq_msg_t *frame, int flags) {
    if (zmq_msg_send(frame, socket, flags | ZMQ_DONTWAIT) >= 0) return 0;
    zmq_msg_close(frame);
    return errno;
}

static void acknowledge_and_publish(void) {
    for (int index = 0; index < relay.command_count; index += 1) {
        struct command *command = &relay.commands[index];
        send_part(relay.router, &command->client, ZMQ_SNDMORE);
        send_part(relay.router, &command->correlation, ZMQ_SNDMORE);
        zmq_send(relay.router, &command->last, sizeof command->last, ZMQ_DONTWAIT);
    }
    for (int index = 0; index < relay.event_count; index += 1) {
        send_part(relay.publisher, &relay.topics[index], ZMQ_SNDMORE);
        send_part(relay.publisher, &relay.bodies[index], 0);
    }
}

/* Carries out what waits, in groups that share a transaction. */
static int work(void) {
    while (1) {
        int result = 0;
        relay.command_count = 0;
        relay.event_count = 0;
        while (relay.command_count < MOST_COMMANDS && relay.event_count < MOST_EVENTS / 2 && result == 0)
            result = read_command();
        if (result > 0) return result;
        if (relay.command_count == 0) return 0;
        if (store()) return FAILED_DATABASE;
        acknowledge_and_publish();
    }
}

static void read_subscriptions(void) {
    char notice[256];
    while (zmq_recv(relay.publisher, notice, sizeof notice, ZMQ_DONTWAIT) >= 0) {
    }
}

static int serve(void) {
    int result = 0;
    zmq_pollitem_t items[] = {
        {relay.router, 0, ZMQ_POLLIN, 0},
        {relay.publisher, 0, ZMQ_POLLIN, 0},
        {NULL, STDIN_FILENO, ZMQ_POLLIN, 0},
    };
    while (result == 0) {
        if (zmq_poll(items, 3, -1) < 0) {
            if (errno == EINTR) continue;
            return FAILED_SOCKET;
        }
        if (items[1].revents) read_subscriptions();
        if (items[0].revents) result = work();
        if (items[2].revents) break;
    }
    return result;
}

int yardstick_relay(const char *runtime, const char *database) {
    static struct checkpointer checkpointer;
    int result = open_database(database);
    if (result == 0) result = open_sockets(runtime);
    if (result == 0) result = start_checkpoints(&checkpointer, database);
    if (result != 0) return result;
    result = serve();
    stop_checkpoints(&checkpointer);
    return result;
}

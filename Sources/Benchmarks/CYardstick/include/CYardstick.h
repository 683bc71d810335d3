/* SPDX-License-Identifier: MIT
 * Part of SearchBus. */
#ifndef CYARDSTICK_H
#define CYARDSTICK_H

/* Waiting for many sockets at once; Swift's Glibc module leaves this header out. */
#include <sys/epoll.h>

/* The broker's relay with nothing but libzmq and SQLite: what `searchbus-bench` measures the broker against.
 *
 * A command is a correlation frame, then a topic frame and a body frame for each event. Its events are stored, then
 * the correlation frame goes back with the last sequence, then each event is published. What waits when a command is
 * read shares its transaction. What was committed moves into the database on a thread of its own, as in the broker.
 *
 * It listens on ipc://RUNTIME/commands and ipc://RUNTIME/events and works until standard input ends. Returns 0, or a
 * positive number that tells what failed; `yardstick_failure` has it in words. */
int yardstick_relay(const char *runtime, const char *database);

/* What a number other than 0 from `yardstick_relay` means. */
const char *yardstick_failure(int number);

#endif

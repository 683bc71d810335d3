#ifndef CZEROMQ_SHIM_H
#define CZEROMQ_SHIM_H

#include <zmq.h>
/* A wake-up for threads that wait in zmq_poll; Swift's Glibc module leaves this header out. */
#include <sys/eventfd.h>

#endif

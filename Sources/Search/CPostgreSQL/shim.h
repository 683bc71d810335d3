#ifndef CPOSTGRESQL_SHIM_H
#define CPOSTGRESQL_SHIM_H

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
/* A wake-up for threads that wait in poll; Swift's Glibc module leaves this header out. */
#include <sys/eventfd.h>

#endif

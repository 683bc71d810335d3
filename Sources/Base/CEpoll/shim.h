#ifndef CEPOLL_SHIM_H
#define CEPOLL_SHIM_H

/* Swift's Glibc module leaves this header out. */
#include <sys/epoll.h>

#endif

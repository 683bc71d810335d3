#ifndef CZSTD_SHIM_H
#define CZSTD_SHIM_H

#include <zdict.h>
#include <zstd.h>

#endif

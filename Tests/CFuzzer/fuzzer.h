// SPDX-License-Identifier: MIT

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer, which the compiler links with `-sanitize=fuzzer`.
int LLVMFuzzerRunDriver(int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull arguments,
                        int (*_Nonnull body)(const uint8_t *_Nullable bytes, size_t length));

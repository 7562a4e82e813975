/* Files in memory that processes share, known by their names. */
#ifndef CULAB_SIM_API_SHARED_FILE_H
#define CULAB_SIM_API_SHARED_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Where another process finds a file: written into handles. */
typedef struct SharedFileName {
    int32_t process, file;
    uint64_t device, inode;
} SharedFileName;

/* A file of that size, which can't change any more. -1: the host's refusal. */
int shared_file_make(const char *name, uint64_t size);
/* Whether the file is one that a culab made under this name; *size gets its size. */
bool shared_file_is(int file, const char *name, uint64_t *size);
/* False: the file is not one. */
bool shared_file_tell(int file, SharedFileName *out);
/* The file that another process told of; -1: it is not there, or not that one. */
int shared_file_open(const SharedFileName *told, const char *name, uint64_t *size);

#endif

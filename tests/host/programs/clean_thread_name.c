// A thread gives another one its name, as NVIDIA's driver does.
// expect: nothing
#define _GNU_SOURCE
#include <culab.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *wait_for(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;
    pthread_mutex_lock(&lock);
    if (pthread_create(&thread, NULL, wait_for, &lock) != 0)
        exit(3);
    int failure = pthread_setname_np(thread, "named");
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    if (failure) {
        fprintf(stderr, "the name: error %d\n", failure);
        exit(4);
    }
    return 0;
}

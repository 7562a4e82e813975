/* A thread of it calls exit(). */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *leave(void *unused)
{
    (void)unused;
    exit(3);
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    for (;;)
        pause();
}

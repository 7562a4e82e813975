/* Closes its output and waits for ever. */
#include <unistd.h>
int main(void)
{
    close(1);
    close(2);
    for (;;)
        pause();
}

/* Leaves folders and links behind. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
    char path[64];
    mkdir("below", 0700);
    for (int i = 0; i < 100; i++) {
        snprintf(path, sizeof path, "below/%d", i);
        mkdir(path, 0700);
    }
    printf("%d\n", symlink("/etc", "below/link"));
    return 0;
}

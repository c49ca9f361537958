/* Loads and unloads the library many times and checks that it leaves no memory behind. The first
 * argument is the library; the second, if given, is the number of times. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <paylint.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first loads allocate memory that the C library keeps. */
enum { WARM_UP = 20 };

static void require(int condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "unload.c: %s\n", what);
    exit(1);
}

/* Looks up a function. Copies the pointer, because ISO C has no cast from void * to a function. */
static void find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    require(found != NULL, name);
    memcpy(function, &found, sizeof found);
}

/* Uses everything that the library makes on first use: engine, answer, last error. */
static void *use(void *library) {
    paylint_status (*ask)(const paylint_engine *, const char *, size_t, paylint_answer **);
    void (*answer_free)(paylint_answer *);
    paylint_status (*engine_new)(const char *, size_t, paylint_engine **, paylint_error **);
    void (*error_free)(paylint_error *);
    paylint_status (*last_error)(paylint_text *);
    find(library, "paylint_ask", &ask);
    find(library, "paylint_answer_free", &answer_free);
    find(library, "paylint_engine_new", &engine_new);
    find(library, "paylint_error_free", &error_free);
    find(library, "paylint_last_error", &last_error);

    static const char *const questions[] = {
        "{\"ask\":\"check\",\"operation\":\"tax\",\"body\":{\"name\":null,\"percent\":101,\"unknown\":\"\"}}",
        "{\"ask\":\"catalogue\",\"policy\":\"strict\"}", "{\"ask\":\"schema\",\"schema\":\"order\"}"};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        paylint_answer *answer = NULL;
        require(ask(NULL, questions[i], strlen(questions[i]), &answer) == PAYLINT_STATUS_OK,
                questions[i]);
        answer_free(answer);
    }
    paylint_engine *engine = NULL;
    paylint_error *own = NULL;
    require(engine_new("{", 1, &engine, &own) == PAYLINT_STATUS_INVALID_POLICY && own != NULL,
            "paylint_engine_new()");
    error_free(own);
    paylint_text error;
    require(last_error(&error) == PAYLINT_STATUS_OK && error.length > 0, "paylint_last_error()");
    return NULL;
}

/* The last error belongs to a thread, and keeps the library loaded until that thread ends. */
static void load_and_unload(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    require(library != NULL, "dlopen()");
    pthread_t thread;
    require(pthread_create(&thread, NULL, use, library) == 0, "pthread_create()");
    require(pthread_join(thread, NULL) == 0, "pthread_join()");
    require(dlclose(library) == 0, "dlclose()");
    require(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL, "the library is still loaded");
}

int main(int count, char **arguments) {
    require(count >= 2, "which library?");
    int times = count >= 3 ? atoi(arguments[2]) : 300;
    /* One arena, so that all of it is counted in one place. */
    mallopt(M_ARENA_MAX, 1);
    for (int i = 0; i < WARM_UP; i++) load_and_unload(arguments[1]);
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < times; i++) load_and_unload(arguments[1]);
    size_t after = mallinfo2().uordblks;
    if (after > before) {
        fprintf(stderr, "unload.c: %zu bytes left behind by %d loads\n", after - before, times);
        return 1;
    }
    return 0;
}

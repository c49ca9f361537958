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

/* Uses everything that the library makes on first use: engine, report, catalogue, last error. */
static void *use(void *library) {
    paylint_status (*check_json)(const paylint_engine *, int32_t, const char *, size_t,
                                 const char *, size_t, char *, size_t, int32_t *, size_t *,
                                 paylint_error **);
    paylint_status (*catalogue_rule)(int32_t, paylint_rule_info *);
    paylint_status (*engine_new)(const char *, size_t, paylint_engine **, paylint_error **);
    void (*error_free)(paylint_error *);
    paylint_status (*last_error)(paylint_text *);
    find(library, "paylint_check_json", &check_json);
    find(library, "paylint_catalogue_rule", &catalogue_rule);
    find(library, "paylint_engine_new", &engine_new);
    find(library, "paylint_error_free", &error_free);
    find(library, "paylint_last_error", &last_error);

    static const char body[] = "{\"name\":null,\"percent\":101,\"unknown\":\"\"}";
    char report[4096];
    int32_t verdict = -1;
    size_t length = 0;
    require(check_json(NULL, PAYLINT_OPERATION_TAX, body, sizeof body - 1, NULL, 0, report,
                       sizeof report, &verdict, &length, NULL) == PAYLINT_STATUS_OK,
            "paylint_check_json()");
    require(verdict == PAYLINT_VERDICT_REJECT && length > 0, "a report");
    paylint_rule_info info;
    require(catalogue_rule(PAYLINT_RULE_TAX_PERCENT_RANGE, &info) == PAYLINT_STATUS_OK,
            "paylint_catalogue_rule()");
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

package io.github.paylint;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Typed members of an object that the engine wrote. */
record Members(Map<?, ?> all) {
    static Members of(Object json) {
        return new Members((Map<?, ?>) json);
    }

    String text(String name) {
        return optional(name).orElseThrow(() -> new IllegalArgumentException(name + " is missing"));
    }

    Optional<String> optional(String name) {
        return Optional.ofNullable((String) all.get(name));
    }

    int integer(String name) {
        return (Integer) all.get(name);
    }

    boolean flag(String name) {
        return (Boolean) all.get(name);
    }

    <E extends Enum<E>> E name(String name, Class<E> type) {
        return Enum.valueOf(type, text(name).toUpperCase(Locale.ROOT));
    }

    List<String> texts(String name) {
        return list(all.get(name), String.class::cast);
    }

    <T> List<T> all(String name, Function<Members, T> read) {
        return list(all.get(name), item -> read.apply(of(item)));
    }

    static <T> List<T> list(Object json, Function<Object, T> read) {
        return ((List<?>) json).stream().map(read).toList();
    }

    Members object(String name) {
        return of(all.get(name));
    }

    /** Unchecked, since keys in JSON are strings. */
    @SuppressWarnings("unchecked")
    Map<String, Object> asMap() {
        return (Map<String, Object>) all;
    }
}

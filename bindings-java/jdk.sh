#!/bin/sh
# Prints the folder of a JDK for Java 22 or later: that of JAVA_HOME, or else the newest in the system's folder of them.
set -eu
oldest=22

version() { # folder
    [ -x "$1/bin/javac" ] && "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'
}

best='' newest=0
for folder in ${JAVA_HOME:+"$JAVA_HOME"} /usr/lib/jvm/*; do
    found=$(version "$folder") || continue
    [ "${found:-0}" -ge $oldest ] || continue
    [ "$folder" != "${JAVA_HOME:-}" ] || { echo "$folder"; exit 0; }
    [ "$found" -le "$newest" ] || best=$folder newest=$found
done
if [ -z "$best" ]; then
    echo "There is no JDK for Java $oldest or later: neither in JAVA_HOME nor below /usr/lib/jvm." >&2
    echo "Install one, such as Temurin 25 (the package temurin-25-jdk) or your system's openjdk-25-jdk, and try again," >&2
    echo "with JAVA_HOME=/path/of/the/jdk if it isn't below /usr/lib/jvm." >&2
    exit 1
fi
echo "$best"

#!/usr/bin/env bash
# Builds the Java packages and tests them: with JUnit, as Maven resolves them for an empty project, from wherever the
# library may be, in Java and Kotlin, and what README.md and docs/languages.md show. Needs a JDK for Java 22 or later;
# installs what else it needs from Debian and Maven's repository. Quick the second time.
#
#   cargo xtask test java
#
# PAYLINT_CASES names a file with what is expected of every case, if an earlier run has written it.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR=$target
work=$target/java-tests
rm -rf "$work"
mkdir -p "$work"

say() { printf '  - %s\n' "$*"; }
fail() { echo "test-java.sh: $*" >&2; exit 1; }
# Runs a command whose output is shown only if it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }

JAVA_HOME=$(sh bindings-java/jdk.sh)
export JAVA_HOME
# It needs some Java to be installed, too, and Debian has none that is new enough.
sh xtask/scripts/apt.sh mvn:maven make:make cc:gcc
[ -z "${PREPARE_ONLY:-}" ] || exit 0

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
for file in README.md docs/languages.md bindings-java/README.md $(git ls-files 'bindings-java/*pom.xml'); do
    ! grep -A1 '<artifactId>paylint' "$file" | grep '<version>' | grep -vq ">$version<\|{project.version}" ||
        fail "$file isn't of version $version"
done

say "what is expected of every case and history"
if [ -z "${PAYLINT_CASES:-}" ]; then
    cargo run -q --example expected >"$work/cases.tsv"
    export PAYLINT_CASES=$work/cases.tsv
fi
cargo run -q --example histories >"$work/histories.tsv"
export PAYLINT_HISTORIES=$work/histories.tsv PAYLINT_HEADER=$root/bindings-c/include/paylint.h

say "the packages, and JUnit over every case, threads, and many calls, with both libraries"
# Of this project alone: what is built here doesn't get into the user's own.
repository=$target/java/repository
rm -rf "$repository/io/github/paylint"
bindings-java/build.sh --wasm install -Ptests -Dmaven.repo.local="$repository" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
grep '^memory' "$work/log"

fence() { # language, page: the first block
    sed -n '/^```'"$1"'$/,/^```$/{/^```$/q;p}' "$2" | sed '/^```/d'
}
# A project with nothing but a dependency, as README.md says.
project() { # folder, what else it has
    mkdir -p "$work/$1"
    cat >"$work/$1/pom.xml" <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId>
  <artifactId>$1</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>22</maven.compiler.source>
    <maven.compiler.target>22</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
$(fence xml README.md)
$(cat)
XML
}
runs() { # folder, main class; without the colours that Maven writes even if it is told not to
    (cd "$work/$1" && mvn -q --batch-mode --no-transfer-progress -Dmaven.repo.local="$repository" \
        compile exec:java -Dexec.mainClass="$2" 2>"$work/log" | sed 's/\x1b\[0*m//g' || { cat "$work/log" >&2; false; })
}
say "what README.md shows, in an empty project of Maven"
project checkout <<<'</dependencies></project>'
mkdir -p "$work/checkout/src/main/java"
fence java README.md >"$work/checkout/src/main/java/Check.java"
printed="reject
/products/0/price: product.price_minimum"
[ "$(runs checkout Check)" = "$printed" ] || fail "README.md: not what it says it prints"

say "what the package's README.md shows"
fence java bindings-java/README.md >"$work/checkout/src/main/java/Shop.java"
runs checkout Shop >"$work/printed"
[ "$(cat "$work/printed")" = "avs.zip_code_required /client/zip_code" ] ||
    fail "bindings-java/README.md: $(cat "$work/printed")"

say "Kotlin, as docs/languages.md shows it"
project kotlin <<'XML'
    <dependency>
      <groupId>org.jetbrains.kotlin</groupId>
      <artifactId>kotlin-stdlib</artifactId>
      <version>2.2.21</version>
    </dependency>
  </dependencies>
  <build>
    <sourceDirectory>src/main/kotlin</sourceDirectory>
    <plugins>
      <plugin>
        <groupId>org.jetbrains.kotlin</groupId>
        <artifactId>kotlin-maven-plugin</artifactId>
        <version>2.2.21</version>
        <executions><execution><goals><goal>compile</goal></goals></execution></executions>
        <configuration>
          <jvmTarget>22</jvmTarget>
          <!-- Nothing is left running. -->
          <useDaemon>false</useDaemon>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
XML
mkdir -p "$work/kotlin/src/main/kotlin"
fence kotlin docs/languages.md >"$work/kotlin/src/main/kotlin/Check.kt"
[ "$(runs kotlin CheckKt)" = reject ] || fail "docs/languages.md: the Kotlin program doesn't print reject"

say "the library: from the jar, by its path, from the system, or why not"
library=$target/release/libpaylint.so
classes=$work/checkout/target/classes
api=$repository/io/github/paylint/paylint-api/$version/paylint-api-$version.jar
native=$repository/io/github/paylint/paylint/$version/paylint-$version.jar
jackson=$(find "$repository" -name 'jackson-core-*.jar')
mkdir "$work/tmp" "$work/system" "$work/without"
cp "$library" "$work/system/libpaylint.so.0"
(cd "$work/without" && "$JAVA_HOME/bin/jar" xf "$native" && rm -r io/github/paylint/ffm/linux-*)

java() { "$JAVA_HOME/bin/java" -Djava.io.tmpdir="$work/tmp" "$@"; }
allowed() { java --enable-native-access=ALL-UNNAMED "$@"; }
# Runs README.md's program, which prints nothing else.
answers() { # java or allowed, arguments
    [ "$("$@" Check 2>&1)" = "$printed" ] || fail "$*: $("$@" Check 2>&1)"
}
refuses() { # what it says, java or allowed, arguments
    local says=$1 output
    shift
    ! output=$("$@" Check 2>&1) && grep -q "LibraryUnavailableException: .*$says" <<<"$output" ||
        fail "$* doesn't say $says: $output"
}
jars=$classes:$api:$jackson
answers allowed -cp "$jars:$native"
[ -z "$(ls "$work/tmp")" ] || fail "what was unpacked is left in $work/tmp"
grep -q 'Enable-Native-Access: ALL-UNNAMED' "$work/without/META-INF/MANIFEST.MF" || fail "the jar's manifest"
# As modules, of which only that which calls C may do so.
answers java --illegal-native-access=deny --enable-native-access=io.github.paylint.ffm \
    -p "$api:$jackson:$native" --add-modules io.github.paylint.ffm -cp "$classes"
refuses 'start Java with --enable-native-access=ALL-UNNAMED' java --illegal-native-access=deny -cp "$jars:$native"
refuses 'set -Djava.io.tmpdir' allowed -Djava.io.tmpdir=/nowhere -cp "$jars:$native"
answers allowed -Dpaylint.library="$library" -cp "$jars:$work/without"
PAYLINT_LIBRARY=$library answers allowed -cp "$jars:$work/without"
LD_LIBRARY_PATH=$work/system answers allowed -cp "$jars:$work/without"
refuses 'libpaylint was not found' allowed -cp "$jars:$work/without"
refuses "Can't load library: /nowhere.so.*PAYLINT_LIBRARY names" allowed -Dpaylint.library=/nowhere.so -cp "$jars:$native"
refuses 'invalid ELF header' allowed -Dpaylint.library="$root/README.md" -cp "$jars:$native"
refuses 'add the artefact paylint or paylint-wasm' allowed -cp "$jars"

say "the module in place of the library, also with the Java that the system has"
wasm=$repository/io/github/paylint/paylint-wasm/$version/paylint-wasm-$version.jar
chicory=$(find "$repository/com/dylibso/chicory" -name 'runtime-*.jar' -o -name 'wasm-[0-9]*.jar' | paste -sd:)
answers java -cp "$jars:$wasm:$chicory"
answers java --illegal-native-access=deny -p "$api:$jackson:$wasm:$chicory" --add-modules io.github.paylint.wasm -cp "$classes"
output=$(java --illegal-native-access=deny -cp "$jars:$native:$wasm:$chicory" Check 2>"$work/log")
[ "$output" = "$printed" ] && grep -q 'paylint runs as WebAssembly, which is slower, because native' "$work/log" ||
    fail "without native access: $output $(cat "$work/log")"
mkdir "$work/older"
"$JAVA_HOME/bin/javac" --release 17 -cp "$api" -d "$work/older" "$work/checkout/src/main/java/Check.java"
older() { command java "$@"; }
answers older -cp "$work/older:$api:$jackson:$wasm:$chicory"
[ "$(older -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')" -ge 22 ] ||
    refuses 'with Java 22 or later, and this is .*: take the artefact paylint-wasm' older -cp "$work/older:$api:$jackson:$native"

echo "Java: all passed"

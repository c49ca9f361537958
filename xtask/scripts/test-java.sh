#!/usr/bin/env bash
# Builds the Java package and tests it: with JUnit, as Maven resolves it for an empty project, beside an old Jackson, as
# a module, in Java and Kotlin, and what README.md and docs/languages.md show. Installs what it needs from Debian and
# Maven's repository. Quick the second time.
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

sh xtask/scripts/apt.sh javac:default-jdk-headless mvn:maven
[ -z "${PREPARE_ONLY:-}" ] || exit 0

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
for file in README.md bindings-java/pom.xml; do
    grep -A1 '<artifactId>paylint<' "$file" | grep -q "<version>$version<" || fail "$file isn't of version $version"
done

say "what is expected of every case and history"
if [ -z "${PAYLINT_CASES:-}" ]; then
    cargo run -q --example expected >"$work/cases.tsv"
    export PAYLINT_CASES=$work/cases.tsv
fi
cargo run -q --example histories >"$work/histories.tsv"
export PAYLINT_HISTORIES=$work/histories.tsv PAYLINT_HEADER=$root/bindings-c/include/paylint.h

say "the package, and JUnit over every case, threads, and many calls"
# Of this project alone: what is built here doesn't get into the user's own.
repository=$target/java/repository
rm -rf "$repository/io/github/paylint"
bindings-java/build.sh install -Dmaven.repo.local="$repository" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
grep -o 'memory that .*' "$work/log"

fence() { # language, page: the first block
    sed -n '/^```'"$1"'$/,/^```$/{/^```$/q;p}' "$2" | sed '/^```/d'
}
project() { # folder: README.md's project, in which what standard input has takes the place of its last line
    mkdir -p "$work/$1/src/main/java"
    { fence xml README.md | sed '$d'; cat; } >"$work/$1/pom.xml"
}
runs() { # folder, main class; without the colours that Maven writes even if it is told not to
    (cd "$work/$1" && mvn -q --batch-mode --no-transfer-progress -Dmaven.repo.local="$repository" \
        compile exec:java -Dexec.mainClass="$2" 2>"$work/log" | sed 's/\x1b\[0*m//g' || { cat "$work/log" >&2; false; })
}
printed="reject
/products/0/price: product.price_minimum"

say "what README.md shows, in an empty project of Maven"
project checkout <<<'</project>'
fence java README.md >"$work/checkout/src/main/java/Check.java"
[ "$(runs checkout Check)" = "$printed" ] || fail "README.md: not what it says it prints"

say "what the package's README.md shows"
fence java bindings-java/README.md >"$work/checkout/src/main/java/Shop.java"
runs checkout Shop >"$work/printed"
[ "$(cat "$work/printed")" = "avs.zip_code_required /client/zip_code" ] ||
    fail "bindings-java/README.md: $(cat "$work/printed")"

say "beside the oldest Jackson that will do, as a framework manages it"
project managed <<'XML'
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>com.fasterxml.jackson.core</groupId>
        <artifactId>jackson-core</artifactId>
        <version>2.13.0</version>
      </dependency>
    </dependencies>
  </dependencyManagement>
</project>
XML
cp "$work/checkout/src/main/java"/* "$work/managed/src/main/java"
[ "$(runs managed Check)" = "$printed" ] && runs managed Shop >/dev/null || fail "with jackson-core 2.13.0"
[ -d "$repository/com/fasterxml/jackson/core/jackson-core/2.13.0" ] || fail "jackson-core 2.13.0 wasn't taken"

say "Kotlin, as docs/languages.md shows it"
project kotlin <<'XML'
  <build>
    <sourceDirectory>src/main/kotlin</sourceDirectory>
    <plugins>
      <plugin>
        <groupId>org.jetbrains.kotlin</groupId>
        <artifactId>kotlin-maven-plugin</artifactId>
        <version>2.2.21</version>
        <!-- With Kotlin's own library, and nothing is left running. -->
        <extensions>true</extensions>
        <configuration><jvmTarget>17</jvmTarget><useDaemon>false</useDaemon></configuration>
      </plugin>
    </plugins>
  </build>
</project>
XML
sed -i 's|^  </dependencies>|    <dependency>\n      <groupId>org.jetbrains.kotlin</groupId>\n      <artifactId>kotlin-stdlib</artifactId>\n      <version>2.2.21</version>\n    </dependency>\n&|' \
    "$work/kotlin/pom.xml"
mkdir -p "$work/kotlin/src/main/kotlin"
fence kotlin docs/languages.md >"$work/kotlin/src/main/kotlin/Check.kt"
[ "$(runs kotlin CheckKt)" = reject ] || fail "docs/languages.md: the Kotlin program doesn't print reject"

say "as a module"
jars=$(find "$repository"/com/dylibso/chicory/{runtime,wasm} "$repository"/com/fasterxml/jackson/core/jackson-core/2.13.0 \
    "$repository"/io/github/paylint -name '*.jar' | paste -sd:)
[ "$(java -p "$jars" --add-modules io.github.paylint -cp "$work/checkout/target/classes" Check)" = "$printed" ] ||
    fail "on the module path"

echo "Java: all passed"

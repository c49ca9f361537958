#!/usr/bin/env bash
# Builds the Java package and tests it: with JUnit, as Maven resolves it for an empty project, beside an old Jackson, as
# a module, in Java and Kotlin, as README.md and docs/languages.md show it. Installs what it needs from Debian and
# Maven's repository. Quick the second time.
#
#   cargo xtask test java
. "$(dirname "$0")/common.sh"
fresh java-tests

need javac:default-jdk-headless mvn:maven

expected
export PAYLINT_HEADER=$root/bindings-c/include/paylint.h

# Of this project alone: what is built here doesn't get into the user's own.
repository=$target/java/repository
ours=$repository/io/github/paylint
rm -rf "$ours"
if [ -n "$RELEASE" ]; then
    mkdir -p "$repository"
    tar -C "$repository" --strip-components=1 -xf "$RELEASE/paylint-java-$version.tar.gz"
    for at in paylint paylint-spring; do
        ls "$ours/$at/$version/$at-$version"{.pom,.jar,-sources.jar,-javadoc.jar} >/dev/null
    done
else
    say "the packages, and JUnit over every case, threads, many calls, and the filter and the interceptor"
    quietly bindings-java/build.sh install -Dmaven.repo.local="$repository"
fi

project() { # folder: a project with the dependency that README.md shows, and what standard input has
    mkdir -p "$work/$1/src/main/java"
    {
        cat <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId>
  <artifactId>checkout</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
XML
        fence xml bindings-java/README.md
        echo '  </dependencies>'
        cat
        echo '</project>'
    } >"$work/$1/pom.xml"
}
runs() { # folder, main class; without the colours that Maven writes even if it is told not to
    (cd "$work/$1" && mvn -q --batch-mode --no-transfer-progress -Dmaven.repo.local="$repository" \
        compile exec:java -Dexec.mainClass="$2" 2>"$work/log" | sed 's/\x1b\[0*m//g' || { cat "$work/log" >&2; false; })
}

say "what the package's README.md shows, in an empty project of Maven"
project checkout </dev/null
printed="avs.zip_code_required /client/zip_code"
fence java bindings-java/README.md >"$work/checkout/src/main/java/Shop.java"
[ "$(runs checkout Shop)" = "$printed" ] || fail "bindings-java/README.md: not what it says it prints"

say "Kotlin, as docs/languages.md shows it, beside the oldest Jackson that will do, as a framework manages it"
project kotlin <<'XML'
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>com.fasterxml.jackson.core</groupId>
        <artifactId>jackson-core</artifactId>
        <version>2.13.0</version>
      </dependency>
    </dependencies>
  </dependencyManagement>
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
XML
sed -i 's|^  </dependencies>|    <dependency>\n      <groupId>org.jetbrains.kotlin</groupId>\n      <artifactId>kotlin-stdlib</artifactId>\n      <version>2.2.21</version>\n    </dependency>\n&|' \
    "$work/kotlin/pom.xml"
mkdir -p "$work/kotlin/src/main/kotlin"
fence kotlin docs/languages.md >"$work/kotlin/src/main/kotlin/Check.kt"
[ "$(runs kotlin CheckKt)" = reject ] || fail "docs/languages.md: the Kotlin program doesn't print reject"
[ -d "$repository/com/fasterxml/jackson/core/jackson-core/2.13.0" ] || fail "jackson-core 2.13.0 wasn't taken"

say "samples in JUnit, as docs/samples.md shows it"
cargo build -q --bin paylint
mkdir -p "$work/samples/tests" "$work/samples/src/test/java"
"$target/debug/paylint" sample order --count 20 --dir "$work/samples/tests/orders"
project samples <<'XML'
  <build>
    <plugins>
      <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.6</version></plugin>
    </plugins>
  </build>
XML
dependency() { echo "<dependency><groupId>$1</groupId><artifactId>$2</artifactId><version>$3</version></dependency>"; }
databind=$(dependency com.fasterxml.jackson.core jackson-databind 2.15.4)
jupiter=$(dependency org.junit.jupiter junit-jupiter 5.14.4)
sed -i "s|^  </dependencies>|$databind$jupiter\n&|" "$work/samples/pom.xml"
{
    printf 'import %s;\n' com.fasterxml.jackson.databind.{JsonNode,ObjectMapper} java.io.{File,IOException} java.util.stream.Stream \
        org.junit.jupiter.params.ParameterizedTest org.junit.jupiter.params.provider.MethodSource
    echo 'import static org.junit.jupiter.api.Assertions.assertEquals;'
    fence java docs/samples.md
    echo 'class Shop { static <T> T parse(T body) { return body; } static <T> T build(T order) { return order; } }'
} >"$work/samples/src/test/java/SamplesTest.java"
(cd "$work/samples" && mvn --batch-mode --no-transfer-progress -Dmaven.repo.local="$repository" test >"$work/log") ||
    { cat "$work/log" >&2; false; }
grep -q 'Tests run: 20, Failures: 0' "$work/log" || fail "docs/samples.md: JUnit didn't run each sample"

say "in Spring Boot: the oldest that will do, and the newest"
for boot in 3.2.12 4.1.2; do
    mkdir "$work/boot-$boot" && cp -R examples/spring/. "$work/boot-$boot"
    # An observer that fails changes no outcome, and is logged.
    sed -i 's/System.out.println(\(observation\|"not checked.*\));/& if (true) throw new Error("no disk");/' \
        "$work/boot-$boot/src/main/java/shop/Shop.java"
    (cd "$work/boot-$boot" && mvn -q --batch-mode --no-transfer-progress -Dmaven.repo.local="$repository" \
        -Dspring-boot.version="$boot" compile exec:java -Dexec.mainClass=shop.Shop) >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; fail "Spring Boot $boot"; }
    plain=$(sed 's/\x1b\[0*m//g' "$work/log")
    [ "$(sed -n 's/^\([0-9]\{3\}\) .*/\1/p; s/^the request wasn.t sent.*/refused/p' <<<"$plain" | xargs)" = "200 refused refused 400 413 415 200" ] &&
        [ "$(grep -c '^{"operation":"order",' <<<"$plain")" = 6 ] &&
        [ "$(grep -c '^ERROR  *io\.github\.paylint.*no disk' <<<"$plain")" = 8 ] &&
        [ "$(grep -c '^WARN  *io\.github\.paylint' <<<"$plain")" = 5 ] || fail "Spring Boot $boot: $plain"
done

say "as a module"
jars=$(find "$repository"/com/dylibso/chicory/{runtime,wasm} "$repository"/com/fasterxml/jackson/core/jackson-core/2.13.0 \
    "$repository"/io/github/paylint -name '*.jar' | paste -sd:)
[ "$(java -p "$jars" --add-modules io.github.paylint -cp "$work/checkout/target/classes" Shop)" = "$printed" ] ||
    fail "on the module path"

echo "Java: all passed"

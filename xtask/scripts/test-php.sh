#!/usr/bin/env bash
# Builds libpaylint and tests the PHP package: as Composer installs it, with PHPUnit, over a million calls, under signals,
# in a web server's PHP. Installs what it needs from Debian. Quick the second time.
#
#   cargo xtask test php
. "$(dirname "$0")/common.sh"
fresh php-tests

# Not one that this machine may have.
export PAYLINT_COMMAND=/nowhere

psr=/usr/share/php
need php:php-cli php-cgi:php-cgi phpunit:phpunit composer:composer make:make patch:patch cc:gcc \
    $psr/Psr/Http/Client:php-psr-http-client \
    $psr/GuzzleHttp/Psr7:php-guzzlehttp-psr7 $psr/Nyholm/Psr7:php-nyholm-psr7
# Debian 13 has none.
need phpcs:php-codesniffer || echo "PSR-12 isn't checked, for want of phpcs"

package=$root/bindings-php library=$target/release/libpaylint.so
if [ -n "$RELEASE" ]; then
    for archive in "$RELEASE"/{paylint-php,libpaylint}-"$version"*.tar.gz; do tar -C "$work" -xf "$archive"; done
    package=$work/paylint-php-$version library=$(echo "$work"/libpaylint-*/lib/libpaylint.so)
else
    say "the library"
    # With the flags that test-c.sh builds with, so that it is built once.
    quietly make -s -C bindings-c
fi
expected

say "installed by Composer into an empty project, as README.md says"
mkdir "$work/project"
cd "$work/project"
export COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME=$work/composer COMPOSER_CACHE_DIR=$work/composer
# Nothing but the package is needed, so nothing is downloaded. A copy, so that it must be complete.
quietly composer init --no-interaction --name=shop/checkout --repository='{"packagist.org": false}'
quietly composer config repositories.paylint \
    "{\"type\": \"path\", \"url\": \"$package\", \"options\": {\"symlink\": false}}"
quietly composer require --no-interaction paylint/paylint

say "syntax, and PSR-12"
find "$root/bindings-php" "$root/examples/php" -name '*.php' -print0 | quietly xargs -0 -n 1 php -l
! command -v phpcs >/dev/null || (cd "$root/bindings-php" && quietly phpcs -s)

say "where the library is found, and what the package's README.md shows"
# Found in the system, beside the package, and by its path.
mkdir "$work/system"
cp "$library" "$work/system/libpaylint.so.0"
cat >check.php <<'EOF'
<?php
require 'vendor/autoload.php';
$engine = new Paylint\Engine();
$report = $engine->check('order', '{"client":{"email":"ada@mail.example"},"products":[{"title":"Cup","price":0}]}');
echo $report->verdict->value, "\n";
foreach ($report->findings as $finding) {
    echo $finding->path, ': ', $finding->rule, "\n";
}
EOF
[ "$(LD_LIBRARY_PATH=$work/system php check.php)" = "reject
/products/0/price: product.price_minimum" ] || fail "the program prints something else"
mkdir vendor/paylint/paylint/lib
cp "$library" vendor/paylint/paylint/lib
quietly php check.php
rm -r vendor/paylint/paylint/lib
refuses() { # what it says, arguments of PHP
    local says=$1
    shift
    if php "$@" check.php >"$work/log" 2>&1 || ! grep -q "$says" "$work/log"; then
        fail "without the library, it doesn't say: $says: $(cat "$work/log")"
    fi
}
refuses 'set PAYLINT_LIBRARY to its path'
refuses 'PAYLINT_COMMAND names /nowhere, which is not a file that can be executed'
refuses 'proc_open is disabled' -d disable_functions=proc_open
sed 's|vendor/autoload.php|vendor/paylint/paylint/autoload.php|' check.php >plugin.php
PAYLINT_LIBRARY=$library quietly php plugin.php
export PAYLINT_LIBRARY=$library
fence php "$root/bindings-php/README.md" | sed '/^<?php$/d; 1i <?php require "vendor/autoload.php";' >readme.php
quietly php -d zend.assertions=1 -d assert.exception=1 readme.php

say "what docs/calibration.md shows"
{
    cat <<'EOF'
<?php
require getenv('TESTS') . '/bootstrap.php';
EOF
    fence php "$root/docs/calibration.md"
    cat <<'EOF'
$factory = new GuzzleHttp\Psr7\HttpFactory();
$client = watched(new class implements Psr\Http\Client\ClientInterface {
    public function sendRequest(Psr\Http\Message\RequestInterface $request): Psr\Http\Message\ResponseInterface
    {
        return new GuzzleHttp\Psr7\Response(400);
    }
}, $factory);
foreach (['/api/v0.6/orders/', '/reports/'] as $path) {
    $client->sendRequest($factory->createRequest('POST', $path));
}
EOF
} >watched.php
PAYLINT_AUTOLOAD=vendor/autoload.php TESTS=$root/bindings-php/tests php watched.php 2>"$work/log"
grep -q "doesn't show this endpoint" "$work/log" || fail "docs/calibration.md: the unchecked request isn't told"
[ "$(sed 's/"at":"[^"]*",//' observed.ndjson)" = '{"operation":"order","verdict":"reject","findings":[["body.required","","deny"]],"status":400}' ] ||
    fail "docs/calibration.md: $(cat observed.ndjson)"

say "the example, as its README.md shows it"
example=$root/examples/php
cp "$example"/* .
fence console "$example/README.md" >shown
sed -n 's/^\$ //p' shown | while read -r line; do
    printf '$ %s\n' "$line"
    $line
done | diff - shown || fail "the example: its README.md shows something else"

say "PHPUnit, all cases among it"
cd "$root/bindings-php"
export PAYLINT_AUTOLOAD=$work/project/vendor/autoload.php PAYLINT_HEADER=$root/bindings-c/include/paylint.h
# With arguments in traces, as a php.ini for development has it.
php -d zend.exception_ignore_args=0 "$(command -v phpunit)" --do-not-cache-result --fail-on-warning --fail-on-risky \
    --bootstrap tests/bootstrap.php tests

say "the same by the command, where FFI can't be used"
(cd .. && cargo build -q --bin paylint)
"$target/debug/paylint" calibrate "$work/project/observed.ndjson" >"$work/log" && grep -q 'body.required' "$work/log" ||
    fail "what docs/calibration.md's PHP writes can't be calibrated: $(cat "$work/log")"
PAYLINT_COMMAND=$target/debug/paylint PAYLINT_LIBRARY=/nowhere \
    php -d zend.exception_ignore_args=0 "$(command -v phpunit)" --do-not-cache-result --fail-on-warning \
    --bootstrap tests/bootstrap.php tests

# Without the extension at all: -n reads no php.ini, which loads it.
printed=$(PAYLINT_COMMAND=$target/debug/paylint php -n "$work/project/check.php")
[ "$printed" = "reject
/products/0/price: product.price_minimum" ] || fail "without the extension: $printed"

cat >"$work/chatty" <<EOF
#!/bin/sh
# Says something before it answers.
echo hello
exec "$target/debug/paylint" "\$@"
EOF
chmod +x "$work/chatty"
printed=$(PAYLINT_COMMAND=$work/chatty timeout 60 php -n "$work/project/check.php" 2>&1) || true
grep -q 'writes something else than an answer' <<<"$printed" || fail "a command that says something: $printed"

say "every check gets its own report, under signals and in a fork"
quietly php tests/signals.php "$PAYLINT_AUTOLOAD"
cat >"$work/late" <<EOF
#!/bin/sh
# The command, which reads so slowly that signals come before it has a question, and before its answer.
while read -r line; do sleep 0.02; printf '%s\\n' "\$line"; done | "$target/debug/paylint" "\$@"
EOF
chmod +x "$work/late"
PAYLINT_COMMAND=$work/late PAYLINT_LIBRARY=/nowhere quietly php tests/signals.php "$PAYLINT_AUTOLOAD"

say "a million requests take no more memory"
php tests/memory.php "$work/project/vendor/autoload.php"

say "in a web server's PHP"
cat >"$work/project/web.php" <<'EOF'
<?php
require __DIR__ . '/vendor/autoload.php';
try {
    $engine = new Paylint\Engine(['levels' => ['avs.*' => 'deny']]);
    $order = '{"products":[{"title":"Cup","price":"0.50"}]}';
    $report = $engine->check('order', $order, ['merchant' => ['avs_permission' => true]]);
    echo $report->verdict->value, ' ', strlen($engine->apply('order', $order));
} catch (Paylint\Exception\LibraryUnavailable $error) {
    echo $error->getMessage();
}
EOF
web() { # settings
    REDIRECT_STATUS=1 SCRIPT_FILENAME=$work/project/web.php php-cgi -q "$@" "$work/project/web.php"
}
answers() { # settings
    [ "$(web "$@")" = "reject 42" ] || fail "php-cgi $*: $(web "$@")"
}
package=$work/project/vendor/paylint/paylint
preload=(-d opcache.enable=1 -d "opcache.preload=$package/preload.php" -d "opcache.preload_user=$(id -un)")
grep -q 'set ffi.enable=1' <<<"$(web)" || fail "php-cgi: it doesn't say that FFI is restricted"
answers -d ffi.enable=1
answers "${preload[@]}"

echo "PHP: all passed"

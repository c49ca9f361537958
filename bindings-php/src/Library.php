<?php

declare(strict_types=1);

namespace Paylint;

use FFI;
use FFI\CData;
use Paylint\Exception\InvalidFacts;
use Paylint\Exception\InvalidPolicy;
use Paylint\Exception\LibraryUnavailable;
use Paylint\Exception\UnknownOperation;

/**
 * libpaylint, by PHP's FFI. Everything that uses FFI is in this class, so that a web server need preload it alone.
 *
 * @internal
 */
final class Library extends Backend
{
    private const OK = 0;
    private const BUFFER_TOO_SMALL = 9;

    private readonly Handle $report;

    /** Why the last call that takes an error failed; NULL if it succeeded. */
    private readonly CData $error;

    /** Where it is. */
    private readonly CData $errorOut;

    private CData $buffer;

    private int $capacity = 16384;

    /** @var array<string, int> the operations asked for so far */
    private array $operations = [];

    private readonly FFI $ffi;

    public function __construct()
    {
        $ffi = self::load();
        if ($ffi->paylint_abi() !== $ffi->PAYLINT_ABI) {
            throw new LibraryUnavailable(\sprintf(
                'libpaylint %s has binary interface %d, but this package needs %d: install the library of its version',
                $ffi->paylint_version(),
                $ffi->paylint_abi(),
                $ffi->PAYLINT_ABI,
            ));
        }
        $this->ffi = $ffi;
        $error = $ffi->new('paylint_error *');
        $this->errorOut = FFI::addr($error);
        $this->error = $error;
        $this->report = $this->handle('report', fn (CData $out): int => $ffi->paylint_report_new($out));
        $this->buffer = $ffi->new("char[$this->capacity]");
    }

    private static function load(): FFI
    {
        if (!\extension_loaded('ffi')) {
            throw new LibraryUnavailable('the PHP extension ffi is missing: install it and enable it in php.ini');
        }
        $named = \getenv('PAYLINT_LIBRARY');
        $header = (string) \file_get_contents(\dirname(__DIR__) . '/paylint.ffi.h');
        $tried = [];
        try {
            if ($named === false || $named === '') {
                $scope = self::preloaded();
                if ($scope !== null) {
                    return $scope;
                }
            }
            foreach (self::candidates($named) as $path) {
                try {
                    return FFI::cdef($header, $path);
                } catch (FFI\Exception $error) {
                    if (!\str_contains($error->getMessage(), 'ailed loading')) {
                        throw $error;
                    }
                    $tried[] = $error->getMessage();
                }
            }
        } catch (FFI\Exception $error) {
            throw new LibraryUnavailable($error->getMessage() . (\str_contains($error->getMessage(), 'restricted')
                ? ': set ffi.enable=1 in php.ini, or preload the package as its README.md says'
                : ''));
        }
        throw new LibraryUnavailable(
            "libpaylint was not found, or can't be loaded: install it in the system, put it into " . \dirname(__DIR__)
            . "/lib, or set PAYLINT_LIBRARY to its path. Tried:\n  " . \implode("\n  ", $tried),
        );
    }

    /** What ffi.preload has loaded, if it has. */
    private static function preloaded(): ?FFI
    {
        if ((string) \ini_get('ffi.preload') === '') {
            return null;
        }
        try {
            return FFI::scope('paylint');
        } catch (FFI\Exception $error) {
            if (\str_contains($error->getMessage(), 'restricted')) {
                throw $error;
            }

            return null;
        }
    }

    /** @return iterable<string> */
    private static function candidates(string|false $named): iterable
    {
        if ($named !== false && $named !== '') {
            return [$named];
        }
        $names = match (\PHP_OS_FAMILY) {
            'Windows' => ['paylint.dll'],
            'Darwin' => ['libpaylint.0.dylib', 'libpaylint.dylib'],
            default => ['libpaylint.so.0', 'libpaylint.so'],
        };
        $beside = \array_map(static fn (string $name): string => \dirname(__DIR__) . "/lib/$name", $names);

        return [...\array_filter($beside, \is_file(...)), ...$names];
    }

    /** The JSON of a preset; null if the text is JSON instead of a name. */
    private function preset(#[\SensitiveParameter] string $name): ?string
    {
        $text = $this->ffi->new('paylint_text');
        $status = $this->ffi->paylint_policy_preset($name, \strlen($name), FFI::addr($text), null);
        if ($status === self::OK) {
            return FFI::string($text->data, $text->length);
        }
        if (self::isName($name)) {
            throw new InvalidPolicy(self::UNKNOWN_PRESET);
        }

        return null;
    }

    public function engine(#[\SensitiveParameter] array $layers): Handle
    {
        $layers = \array_map(fn (string $it): string => $this->preset($it) ?? $it, $layers);
        $count = \count($layers);
        $texts = $this->ffi->new('paylint_text[' . \max(1, $count) . ']');
        $kept = [];
        foreach ($layers as $index => $layer) {
            $length = \strlen($layer);
            $kept[] = $bytes = $this->ffi->new('char[' . \max(1, $length) . ']');
            FFI::memcpy($bytes, $layer, $length);
            $texts[$index]->data = $this->ffi->cast('char *', $bytes);
            $texts[$index]->length = $length;
        }

        return $this->handle('engine', fn (CData $out): int => $this->ffi->paylint_engine_new_in_layers(
            $texts,
            $count,
            $out,
            $this->errorOut,
        ), InvalidPolicy::class);
    }

    public function facts(#[\SensitiveParameter] string $json): Handle
    {
        return $this->handle('facts', fn (CData $out): int => $this->ffi->paylint_facts_from_json(
            $json,
            \strlen($json),
            $out,
            $this->errorOut,
        ), InvalidFacts::class);
    }

    public function check(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $standing,
        ?Facts $changing,
    ): string {
        $this->succeed($this->ffi->paylint_check_into(
            $engine->pointer,
            $this->operation($operation),
            $body,
            \strlen($body),
            $standing?->handle->pointer,
            $changing?->handle->pointer,
            $this->report->pointer,
            $this->errorOut,
        ));
        $json = $this->ffi->new('paylint_text');
        $this->succeed($this->ffi->paylint_report_json($this->report->pointer, FFI::addr($json)));

        return FFI::string($json->data, $json->length);
    }

    public function accepts(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $standing,
        ?Facts $changing,
    ): bool {
        $accepts = $this->ffi->new('int32_t');
        $this->succeed($this->ffi->paylint_accepts(
            $engine->pointer,
            $this->operation($operation),
            $body,
            \strlen($body),
            $standing?->handle->pointer,
            $changing?->handle->pointer,
            FFI::addr($accepts),
            $this->errorOut,
        ));

        return $accepts->cdata === 1;
    }

    public function fixes(object $engine, string $operation, #[\SensitiveParameter] string $body, ?Facts $facts): string
    {
        $json = $facts?->toJson();

        return $this->written(fn (CData $length): int => $this->ffi->paylint_fixes_json(
            $engine->pointer,
            $this->operation($operation),
            $body,
            \strlen($body),
            $json,
            \strlen($json ?? ''),
            $this->buffer,
            $this->capacity,
            $length,
            $this->errorOut,
        ));
    }

    public function apply(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $facts,
        bool $alsoUnsafe,
    ): string {
        $json = $facts?->toJson();

        return $this->written(fn (CData $length): int => $this->ffi->paylint_apply(
            $engine->pointer,
            $this->operation($operation),
            $body,
            \strlen($body),
            $json,
            \strlen($json ?? ''),
            $alsoUnsafe ? 1 : 0,
            $this->buffer,
            $this->capacity,
            $length,
            $this->errorOut,
        ));
    }

    /** The number of an operation. */
    private function operation(string $name): int
    {
        if (!isset($this->operations[$name])) {
            $number = $this->ffi->new('int32_t');
            $status = $this->ffi->paylint_operation_from_name($name, \strlen($name), FFI::addr($number), null);
            if ($status !== self::OK) {
                throw new UnknownOperation(self::UNKNOWN_OPERATION);
            }
            $this->operations[$name] = $number->cdata;
        }

        return $this->operations[$name];
    }

    /**
     * Calls a function that makes an engine, facts or a report.
     *
     * @param \Closure(CData): int     $make      holds what is passed to the function, so keep it out of traces
     * @param class-string<\Throwable> $exception
     */
    private function handle(
        string $kind,
        #[\SensitiveParameter] \Closure $make,
        string $exception = \LogicException::class,
    ): Handle {
        $out = $this->ffi->new("paylint_$kind *");
        $this->succeed($make(FFI::addr($out)), $exception);
        $free = "paylint_{$kind}_free";

        return new Handle($out, fn (CData $pointer) => $this->ffi->$free($pointer));
    }

    /**
     * What a function writes into the buffer, which is made larger if it must be.
     *
     * @param \Closure(CData): int $write
     */
    private function written(#[\SensitiveParameter] \Closure $write): string
    {
        $length = $this->ffi->new('size_t');
        $status = $write(FFI::addr($length));
        if ($status === self::BUFFER_TOO_SMALL) {
            $this->takeError();
            $this->capacity = $length->cdata;
            $this->buffer = $this->ffi->new("char[$this->capacity]");
            $status = $write(FFI::addr($length));
        }
        $this->succeed($status);

        return FFI::string($this->buffer, $length->cdata);
    }

    /** @param class-string<\Throwable> $exception */
    private function succeed(int $status, string $exception = \LogicException::class): void
    {
        if ($status !== self::OK) {
            throw new $exception($this->takeError() ?? $this->ffi->paylint_status_message($status));
        }
    }

    /** The text of the last error, which is freed; null if the call takes none. */
    private function takeError(): ?string
    {
        if (FFI::isNull($this->error)) {
            return null;
        }
        $text = $this->ffi->new('paylint_text');
        $this->ffi->paylint_error_text($this->error, FFI::addr($text));
        $message = FFI::string($text->data, $text->length);
        $this->ffi->paylint_error_free($this->error);
        $this->errorOut[0] = null;

        return $message;
    }
}

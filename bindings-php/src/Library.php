<?php

declare(strict_types=1);

namespace Paylint;

use FFI;
use FFI\CData;
use Paylint\Exception\InvalidFacts;
use Paylint\Exception\InvalidHistory;
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

    /** Why a call failed. */
    private readonly CData $error;

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
        $this->error = $ffi->new('paylint_error *');
        $report = $ffi->new('paylint_report *');
        $ffi->paylint_report_new(FFI::addr($report));
        $this->report = new Handle($report, fn (CData $it) => $ffi->paylint_report_free($it));
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

    public function engine(#[\SensitiveParameter] array $layers): Handle
    {
        $texts = $this->ffi->new('paylint_text[' . \max(1, \count($layers)) . ']');
        $kept = [];
        foreach ($layers as $index => $layer) {
            $length = \strlen($layer);
            $kept[] = $bytes = $this->ffi->new('char[' . \max(1, $length) . ']');
            FFI::memcpy($bytes, $layer, $length);
            $texts[$index]->data = $this->ffi->cast('char *', $bytes);
            $texts[$index]->length = $length;
        }
        $engine = $this->ffi->new('paylint_engine *');
        $this->call(InvalidPolicy::class, 'engine_new_in_layers', $texts, \count($layers), FFI::addr($engine));

        return new Handle($engine, fn (CData $it) => $this->ffi->paylint_engine_free($it));
    }

    public function policyNotes(object $engine): array
    {
        $notes = [];
        $text = $this->ffi->new('paylint_text');
        $ffi = $this->ffi;
        while ($ffi->paylint_engine_policy_note($engine->pointer, \count($notes), FFI::addr($text)) === self::OK) {
            $notes[] = self::string($text);
        }

        return $notes;
    }

    public function facts(#[\SensitiveParameter] string $json): Handle
    {
        $facts = $this->ffi->new('paylint_facts *');
        $this->call(InvalidFacts::class, 'facts_from_json', ...self::bytes($json), ...[FFI::addr($facts)]);

        return new Handle($facts, fn (CData $it) => $this->ffi->paylint_facts_free($it));
    }

    public function check(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $standing,
        ?Facts $changing,
    ): string {
        $this->call(
            \LogicException::class,
            'check_into',
            ...$this->request($engine, $operation, $body),
            ...[$standing?->handle->pointer, $changing?->handle->pointer, $this->report->pointer],
        );
        $json = $this->ffi->new('paylint_text');
        $this->ffi->paylint_report_json($this->report->pointer, FFI::addr($json));

        return self::string($json);
    }

    public function accepts(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $standing,
        ?Facts $changing,
    ): bool {
        $accepts = $this->ffi->new('int32_t');
        $this->call(
            \LogicException::class,
            'accepts',
            ...$this->request($engine, $operation, $body),
            ...[$standing?->handle->pointer, $changing?->handle->pointer, FFI::addr($accepts)],
        );

        return $accepts->cdata === 1;
    }

    public function answer(
        string $what,
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $facts,
    ): string {
        return $this->written(
            \LogicException::class,
            "{$what}_json",
            ...$this->request($engine, $operation, $body),
            ...self::bytes($facts?->toJson()),
        );
    }

    public function apply(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $facts,
        bool $alsoUnsafe,
    ): string {
        return $this->written(
            \LogicException::class,
            'apply',
            ...$this->request($engine, $operation, $body),
            ...self::bytes($facts?->toJson()),
            ...[$alsoUnsafe ? 1 : 0],
        );
    }

    public function orderFacts(object $engine, #[\SensitiveParameter] string $events): string
    {
        return $this->written(InvalidHistory::class, 'history_json', $engine->pointer, ...self::bytes($events));
    }

    public function route(string $method, #[\SensitiveParameter] string $path): ?string
    {
        $number = $this->ffi->new('int32_t');
        $status = $this->ffi->paylint_operation_route(
            ...self::bytes($method),
            ...self::bytes($path),
            ...[FFI::addr($number), null],
        );
        if ($status !== self::OK) {
            return null;
        }
        $name = $this->ffi->new('paylint_text');
        $this->ffi->paylint_operation_name($number->cdata, FFI::addr($name));

        return self::string($name);
    }

    /**
     * The arguments that say what is asked of an engine.
     *
     * @return list<mixed>
     */
    private function request(object $engine, string $operation, #[\SensitiveParameter] string $body): array
    {
        return [$engine->pointer, $this->operation($operation), ...self::bytes($body)];
    }

    /** The number of an operation. */
    private function operation(string $name): int
    {
        if (!isset($this->operations[$name])) {
            $number = $this->ffi->new('int32_t');
            $status = $this->ffi->paylint_operation_from_name(...self::bytes($name), ...[FFI::addr($number), null]);
            if ($status !== self::OK) {
                throw new UnknownOperation(self::UNKNOWN_OPERATION);
            }
            $this->operations[$name] = $number->cdata;
        }

        return $this->operations[$name];
    }

    /**
     * What a function writes into the buffer, which is made larger if it must be.
     *
     * @param class-string<\Throwable> $exception
     */
    private function written(string $exception, string $function, #[\SensitiveParameter] mixed ...$arguments): string
    {
        $length = $this->ffi->new('size_t');
        while (
            !$this->call($exception, $function, ...$arguments, ...[
                $this->buffer, $this->capacity, FFI::addr($length),
            ])
        ) {
            $this->capacity = $length->cdata;
            $this->buffer = $this->ffi->new("char[$this->capacity]");
        }

        return FFI::string($this->buffer, $length->cdata);
    }

    /**
     * Calls a function whose last parameter, which is added here, is for why it failed. If that is a buffer which is
     * too small, returns false.
     *
     * @param class-string<\Throwable> $exception what to throw if it is anything else
     */
    private function call(string $exception, string $function, #[\SensitiveParameter] mixed ...$arguments): bool
    {
        $status = $this->ffi->{"paylint_$function"}(...$arguments, ...[FFI::addr($this->error)]);
        if ($status === self::OK) {
            return true;
        }
        $text = $this->ffi->new('paylint_text');
        $this->ffi->paylint_error_text($this->error, FFI::addr($text));
        $message = self::string($text);
        $this->ffi->paylint_error_free($this->error);

        return $status === self::BUFFER_TOO_SMALL ? false : throw new $exception($message);
    }

    /**
     * A text as two arguments.
     *
     * @return array{?string, int}
     */
    private static function bytes(#[\SensitiveParameter] ?string $text): array
    {
        return [$text, \strlen($text ?? '')];
    }

    private static function string(CData $text): string
    {
        return FFI::string($text->data, $text->length);
    }
}

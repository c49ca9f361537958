<?php

declare(strict_types=1);

namespace Paylint;

use FFI;
use FFI\CData;
use Paylint\Exception\InvalidArgument;
use Paylint\Exception\LibraryUnavailable;

/**
 * libpaylint, by PHP's FFI. No state is kept between calls, since a signal handler may call in between.
 *
 * @internal
 */
final class Library extends Backend
{
    /** The version of the binary interface that is declared here. */
    public const ABI = 0;

    /** The declarations of paylint.h that are used here. */
    public const DECLARATIONS = <<<'C'
        typedef struct paylint_text { const char *data; size_t length; } paylint_text;
        int32_t paylint_abi(void);
        void paylint_error_free(struct paylint_error *error);
        void paylint_engine_free(struct paylint_engine *engine);
        void paylint_facts_free(struct paylint_facts *facts);
        void paylint_report_free(struct paylint_report *report);
        void paylint_answer_free(struct paylint_answer *answer);
        int32_t paylint_error_text(const struct paylint_error *error, struct paylint_text *text);
        int32_t paylint_engine_new_in_layers(const struct paylint_text *policies, size_t count,
            struct paylint_engine **engine, struct paylint_error **error);
        int32_t paylint_facts_from_json(const char *json, size_t length, struct paylint_facts **facts,
            struct paylint_error **error);
        int32_t paylint_check(const struct paylint_engine *engine, int32_t operation, const char *body,
            size_t body_length, const struct paylint_facts *standing, const struct paylint_facts *changing,
            struct paylint_report **report, struct paylint_error **error);
        int32_t paylint_report_json(const struct paylint_report *report, struct paylint_text *json);
        int32_t paylint_accepts(const struct paylint_engine *engine, int32_t operation, const char *body,
            size_t body_length, const struct paylint_facts *standing, const struct paylint_facts *changing,
            int32_t *accepts, struct paylint_error **error);
        int32_t paylint_ask(const struct paylint_engine *engine, const char *question, size_t length,
            struct paylint_answer **answer);
        int32_t paylint_answer_text(const struct paylint_answer *answer, struct paylint_text *text);
        C;

    private readonly FFI $ffi;

    public function __construct()
    {
        parent::__construct('libpaylint');
        $this->ffi = self::load();
        if ($this->ffi->paylint_abi() !== self::ABI) {
            throw new LibraryUnavailable(\sprintf(
                'libpaylint has binary interface %d, but this package needs %d: install the library of its version',
                $this->ffi->paylint_abi(),
                self::ABI,
            ));
        }
    }

    private static function load(): FFI
    {
        if (!\extension_loaded('ffi')) {
            throw new LibraryUnavailable('the PHP extension ffi is missing: install it and enable it in php.ini');
        }
        $tried = [];
        foreach (self::candidates() as $path) {
            try {
                return FFI::cdef(self::DECLARATIONS, $path);
            } catch (FFI\Exception $error) {
                if (\str_contains($error->getMessage(), 'restricted')) {
                    throw new LibraryUnavailable($error->getMessage()
                        . ': set ffi.enable=1 in php.ini, or preload the package as its README.md says');
                }
                $tried[] = $error->getMessage();
            }
        }
        throw new LibraryUnavailable(
            "libpaylint was not found, or can't be loaded: install it in the system, put it into " . \dirname(__DIR__)
            . "/lib, or set PAYLINT_LIBRARY to its path. Tried:\n  " . \implode("\n  ", $tried),
        );
    }

    /** @return list<string> */
    private static function candidates(): array
    {
        $named = (string) \getenv('PAYLINT_LIBRARY');
        if ($named !== '') {
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

        return $this->made('engine', 'engine_new_in_layers', $texts, \count($layers));
    }

    public function facts(#[\SensitiveParameter] string $json): Handle
    {
        return $this->made('facts', 'facts_from_json', $json, \strlen($json));
    }

    public function check(object $engine, #[\SensitiveParameter] Request $request): string
    {
        $arguments = self::arguments($engine, $request);
        $report = $this->made('report', 'check', ...$arguments);

        return $this->text('report_json', $report->pointer);
    }

    public function accepts(object $engine, #[\SensitiveParameter] Request $request): bool
    {
        $accepts = $this->ffi->new('int32_t');
        $arguments = self::arguments($engine, $request);
        $this->call('accepts', ...$arguments, ...[FFI::addr($accepts)]);

        return $accepts->cdata === 1;
    }

    public function ask(?object $engine, #[\SensitiveParameter] string $question): string
    {
        $pointer = $this->ffi->new('struct paylint_answer *');
        $status = $this->ffi->paylint_ask($engine?->pointer, $question, \strlen($question), FFI::addr($pointer));
        $answer = new Handle($pointer, fn (CData $handle) => $this->ffi->paylint_answer_free($handle));
        $text = $this->text('answer_text', $answer->pointer);

        return $status === 0 ? $text : self::fail($text);
    }

    /** @return list<mixed> */
    private static function arguments(object $engine, #[\SensitiveParameter] Request $request): array
    {
        [$standing, $changing] = $request->facts;

        return [
            $engine->pointer, $request->number, $request->body, \strlen($request->body),
            $standing?->handle()->pointer, $changing?->handle()->pointer,
        ];
    }

    /** Calls a function that makes a handle. */
    private function made(string $what, string $function, #[\SensitiveParameter] mixed ...$arguments): Handle
    {
        $pointer = $this->ffi->new("struct paylint_$what *");
        $this->call($function, ...$arguments, ...[FFI::addr($pointer)]);

        return new Handle($pointer, fn (CData $handle) => $this->ffi->{"paylint_{$what}_free"}($handle));
    }

    /** Calls a function, and adds the last parameter, which is for its error. */
    private function call(string $function, #[\SensitiveParameter] mixed ...$arguments): void
    {
        $pointer = $this->ffi->new('struct paylint_error *');
        if ($this->ffi->{"paylint_$function"}(...$arguments, ...[FFI::addr($pointer)]) !== 0) {
            $error = new Handle($pointer, fn (CData $handle) => $this->ffi->paylint_error_free($handle));
            throw new InvalidArgument($this->text('error_text', $error->pointer));
        }
    }

    /** Calls a function that returns a text. */
    private function text(string $function, CData $of): string
    {
        $text = $this->ffi->new('paylint_text');
        $this->ffi->{"paylint_$function"}($of, FFI::addr($text));

        return FFI::string($text->data, $text->length);
    }
}

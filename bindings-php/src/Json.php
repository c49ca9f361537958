<?php

declare(strict_types=1);

namespace Paylint;

/**
 * Writes PHP values as JSON.
 *
 * @internal
 */
final class Json
{
    private const FLAGS = \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE
        | \JSON_UNESCAPED_LINE_TERMINATORS;

    private const DEEPEST = 512;

    /**
     * Returns a string as it is, and anything else as JSON: floats with their shortest digits, slashes and non-ASCII
     * letters unescaped. `$what` is what the exception calls it.
     *
     * @throws Exception\InvalidArgument if it can't be written
     */
    public static function text(
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable $value,
        string $what,
    ): string {
        if (\is_string($value)) {
            return $value;
        }
        try {
            return self::write($value);
        } catch (\JsonException $error) {
            // Not passed as the previous exception, whose trace would hold the value.
            throw new Exception\InvalidArgument("invalid $what: can't be written as JSON: " . $error->getMessage());
        }
    }

    /**
     * A value as JSON.
     *
     * @throws \JsonException if it can't be written
     */
    public static function write(#[\SensitiveParameter] mixed $value, int $flags = 0): string
    {
        $precision = \ini_set('serialize_precision', '-1');
        try {
            return \json_encode($value, self::FLAGS | $flags, self::DEEPEST);
        } finally {
            \ini_set('serialize_precision', (string) $precision);
        }
    }

    public static function is(#[\SensitiveParameter] string $text): bool
    {
        return \json_decode($text) !== null || \trim($text) === 'null';
    }

    /**
     * A question.
     *
     * @param array<string, mixed>  $members
     * @param array<string, string> $json    further members, which are JSON already
     */
    public static function question(
        #[\SensitiveParameter] array $members,
        #[\SensitiveParameter] array $json = [],
    ): string {
        $question = self::write($members, \JSON_INVALID_UTF8_SUBSTITUTE);
        foreach ($json as $name => $text) {
            $question = \substr($question, 0, -1) . ",\"$name\":$text}";
        }

        return $question;
    }

    /** Converts the dates in an array of facts or events to text (RFC 3339). */
    public static function withTimes(#[\SensitiveParameter] mixed $value): mixed
    {
        if (\is_array($value)) {
            \array_walk_recursive($value, static function (#[\SensitiveParameter] mixed &$member): void {
                if ($member instanceof \DateTimeInterface) {
                    $member = $member->format((int) $member->format('u') === 0 ? \DATE_ATOM : 'Y-m-d\TH:i:s.uP');
                }
            });
        }

        return $value;
    }
}

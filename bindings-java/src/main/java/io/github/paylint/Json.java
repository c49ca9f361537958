package io.github.paylint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the engine's JSON as maps, lists, strings, numbers and booleans, and writes a program's facts as JSON. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** A value that is JSON already. */
    record Text(String json) {}

    private Json() {}

    /** @throws IllegalArgumentException if it isn't JSON */
    static Object read(byte[] json) {
        try (var parser = FACTORY.createParser(json)) {
            parser.nextToken();
            var value = value(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("not JSON: something follows it");
            }
            return value;
        } catch (IOException error) {
            // Jackson's message shows a part of the text.
            throw new IllegalArgumentException("not JSON");
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        var token = parser.currentToken();
        return switch (token == null ? JsonToken.NOT_AVAILABLE : token) {
            case START_OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                for (var key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                    parser.nextToken();
                    members.put(key, value(parser));
                }
                yield Collections.unmodifiableMap(members);
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield Collections.unmodifiableList(items);
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalArgumentException("not JSON: it is empty");
        };
    }

    /** @throws IllegalArgumentException if a value has a type that JSON can't represent */
    static byte[] write(Object value) {
        var out = new ByteArrayOutputStream();
        try (var generator = FACTORY.createGenerator(out)) {
            write(generator, value);
        } catch (IOException error) {
            throw new IllegalArgumentException("nested too deeply");
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> members) {
            out.writeStartObject();
            for (var member : members.entrySet()) {
                out.writeFieldName(String.valueOf(member.getKey()));
                write(out, member.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Iterable<?> items) {
            out.writeStartArray();
            for (var item : items) {
                write(out, item);
            }
            out.writeEndArray();
        } else if (value instanceof Text text) {
            out.writeRawValue(text.json);
        } else if (value instanceof OffsetDateTime || value instanceof ZonedDateTime) {
            // toString leaves out seconds that are 0.
            out.writeString(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format((java.time.temporal.TemporalAccessor) value));
        } else if (value instanceof CharSequence || value instanceof Instant || value instanceof Enum) {
            out.writeString(value.toString());
        } else if (value instanceof Number number) {
            out.writeNumber(decimal(number));
        } else if (value == null || value instanceof Boolean) {
            out.writePOJO(value);
        } else {
            throw new IllegalArgumentException("JSON has nothing for " + value.getClass().getName());
        }
    }

    private static BigDecimal decimal(Number number) {
        try {
            return new BigDecimal(number.toString());
        } catch (NumberFormatException error) {
            throw new IllegalArgumentException("JSON has nothing for what is infinite or not a number");
        }
    }
}

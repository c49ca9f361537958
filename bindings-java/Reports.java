import io.github.paylint.Engine;
import io.github.paylint.Facts;
import io.github.paylint.Operation;
import io.github.paylint.PaylintException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;

/**
 * Prints the report of each case, or {@code error}, one on each line: {@code java Reports.java cases.tsv}
 *
 * <p>The fields of a case are separated by tabs: id, operation, body in base64 or {@code -}, facts or {@code -}, policy
 * or {@code -}.
 */
class Reports {
    public static void main(String[] arguments) throws IOException {
        var standard = new Engine();
        try (var cases = Files.lines(Path.of(arguments[0]));
                var out = new PrintStream(System.out, false, StandardCharsets.UTF_8)) {
            cases.map(line -> line.split("\t", -1)).forEach(fields -> out.print(report(standard, fields) + "\n"));
        }
    }

    private static String report(Engine standard, String[] fields) {
        var operation = Arrays.stream(Operation.values()).filter(it -> it.toString().equals(fields[1])).findAny();
        // An operation that isn't one can't be written in Java.
        if (operation.isEmpty()) {
            return "error";
        }
        var body = fields[2].equals("-") ? new byte[0] : Base64.getDecoder().decode(fields[2]);
        try {
            var facts = Facts.ofJson(fields[3].equals("-") ? "{}" : fields[3]);
            var engine = fields[4].equals("-") ? standard : new Engine(fields[4]);
            return engine.check(operation.get(), body, facts).json();
        } catch (PaylintException error) {
            return "error";
        }
    }
}

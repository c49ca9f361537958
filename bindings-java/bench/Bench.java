import io.github.paylint.Engine;
import io.github.paylint.Facts;
import io.github.paylint.Operation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** How long a check takes: {@code java -cp … Bench.java NAME CALLS FACTS BODY…}. */
class Bench {
    public static void main(String[] arguments) throws Exception {
        var facts = Facts.ofJson(Files.readString(Path.of(arguments[2])));
        try (var engine = new Engine()) {
            for (int i = 3; i < arguments.length; i++) {
                var name = Path.of(arguments[i]).getFileName();
                var body = Files.readAllBytes(Path.of(arguments[i]));
                print(arguments, name + ", the verdict", () -> engine.accepts(Operation.ORDER, body, facts));
                print(arguments, name + ", the report", () -> !engine.check(Operation.ORDER, body, facts).json().isEmpty());
            }
        }
    }

    private static void print(String[] arguments, String what, BooleanSupplier call) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            int count = Integer.parseInt(arguments[1]);
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                call.getAsBoolean();
            }
            best = Math.min(best, (System.nanoTime() - start) / 1e3 / count);
        }
        System.out.printf("%-5s %-36s %7.2f µs %10.0f a second%n", arguments[0], what, best, 1e6 / best);
    }
}

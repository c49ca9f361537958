import io.github.paylint.Engine;
import io.github.paylint.Facts;
import io.github.paylint.Operation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** How long a check takes: {@code java -cp … Bench.java FACTS BODY…}. */
class Bench {
    public static void main(String[] arguments) throws Exception {
        var facts = Facts.ofJson(Files.readString(Path.of(arguments[0])));
        try (var engine = new Engine()) {
            for (int i = 1; i < arguments.length; i++) {
                var name = Path.of(arguments[i]).getFileName();
                var body = Files.readAllBytes(Path.of(arguments[i]));
                print(name + ", the verdict", () -> engine.accepts(Operation.ORDER, body, facts));
                print(name + ", the report", () -> !engine.check(Operation.ORDER, body, facts).json().isEmpty());
            }
        }
    }

    private static void print(String what, BooleanSupplier call) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            int count = 100_000;
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                call.getAsBoolean();
            }
            best = Math.min(best, (System.nanoTime() - start) / 1e3 / count);
        }
        System.out.printf("Java  %-36s %6.2f µs %10.0f a second%n", what, best, 1e6 / best);
    }
}

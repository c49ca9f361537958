package shop;

import io.github.paylint.Observation;
import io.github.paylint.spring.CheckingInterceptor;
import io.github.paylint.spring.Observer;
import io.github.paylint.spring.RequestRefusedException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** A service that takes orders, and a client that sends it some: {@code mvn compile exec:java -Dexec.mainClass=shop.Shop}. */
@SpringBootApplication
@RestController
public class Shop {
    @PostMapping({"/api/v0.6/orders/", "/balance/"})
    String order(@RequestBody String order) {
        return "received " + order.length() + " characters";
    }

    /** Writes a line for each request: paylint calibrate reads them. */
    @Bean
    Observer observer() {
        return new Observer() {
            @Override
            public void observed(Observation observation) {
                System.out.println(observation);
            }

            @Override
            public void unchecked(String why) {
                System.out.println("not checked: " + why);
            }
        };
    }

    public static void main(String[] arguments) {
        try (var context = SpringApplication.run(Shop.class, arguments)) {
            var address = "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
            var checked = RestClient.builder().requestInterceptor(context.getBean(CheckingInterceptor.class)).build();
            var good = "{\"client\":{\"email\":\"helen@garden.example\"},\"products\":[{\"title\":\"Cup\",\"price\":2.5}]}";
            var free = good.replace("2.5", "0");
            send(checked, address + "/api/v0.6/orders/", good);
            send(checked, address + "/api/v0.6/orders/", free);
            send(checked, address + "/api/v0.6//orders/", good);
            // A client without the check.
            var other = RestClient.create();
            send(other, address + "/api/v0.6/orders/", free);
            send(other, address + "/api/v0.6/orders/", good + " ".repeat(1 << 20));
            send(other.mutate().defaultHeader("Content-Encoding", "gzip").build(), address + "/api/v0.6/orders/", good);
            send(other, address + "/balance/", "{}");
        }
    }

    private static void send(RestClient client, String address, String body) {
        try {
            var answer = client.post().uri(java.net.URI.create(address)).header("Authorization", "Bearer sk_example")
                    .contentType(MediaType.APPLICATION_JSON).body(body)
                    .exchange((request, response) -> response.getStatusCode().value() + " " + response.bodyTo(String.class));
            System.out.println(answer);
        } catch (RequestRefusedException refused) {
            System.out.println(refused.getMessage());
        }
    }
}

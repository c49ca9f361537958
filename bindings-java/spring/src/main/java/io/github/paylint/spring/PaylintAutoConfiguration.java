package io.github.paylint.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.paylint.Engine;
import io.github.paylint.Facts;
import java.io.IOException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/**
 * Makes an {@link Engine} with the policy {@code paylint.policy}, a {@link CheckingInterceptor} for your clients, and,
 * with {@code paylint.filter=true}, a {@link CheckingFilter} before your controllers. Your own beans replace these.
 *
 * <p>Properties: {@code paylint.policy} (presets or locations of JSON files, separated by commas, the last on top),
 * {@code paylint.facts} (the location of a JSON file), {@code paylint.report-only}, {@code paylint.log} and
 * {@code paylint.filter} (true or false).
 */
@AutoConfiguration
public class PaylintAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Engine paylintEngine(Environment environment, ResourceLoader resources) throws IOException {
        var names = environment.getProperty("paylint.policy", "default").split("\\s*,\\s*");
        for (int i = 0; i < names.length; i++) {
            names[i] = names[i].contains(":") ? text(resources, names[i]) : names[i];
        }
        return new Engine(names);
    }

    @Bean
    @ConditionalOnMissingBean
    Checking paylintChecking(Engine engine, Environment environment, ResourceLoader resources,
            ObjectProvider<Observer> observer) throws IOException {
        var checking = new Checking(engine).reportOnly(environment.getProperty("paylint.report-only", boolean.class, false));
        var facts = environment.getProperty("paylint.facts");
        if (facts != null) {
            checking.facts(Facts.ofJson(text(resources, facts)));
        }
        if (environment.getProperty("paylint.log", boolean.class, false)) {
            checking.logger(System.getLogger("io.github.paylint"));
        }
        observer.ifAvailable(checking::observer);
        return checking;
    }

    private static String text(ResourceLoader resources, String location) throws IOException {
        return resources.getResource(location).getContentAsString(UTF_8);
    }

    @Bean
    @ConditionalOnMissingBean
    CheckingInterceptor paylintInterceptor(Checking checking) {
        return new CheckingInterceptor(checking);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(name = "jakarta.servlet.Filter")
    @ConditionalOnProperty("paylint.filter")
    static class Before {
        @Bean
        @ConditionalOnMissingBean
        CheckingFilter paylintFilter(Checking checking) {
            return new CheckingFilter(checking);
        }
    }
}

// Runs every case through paylint.hpp, and expects the core's reports byte for byte.
#include <paylint.hpp>

#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

namespace {

// `if (paylint::accepts(…))` would be true of rejected requests, so it doesn't compile.
static_assert(!std::is_constructible_v<bool, paylint::Result<bool>>);
static_assert(std::is_constructible_v<bool, paylint::Result<paylint::Engine>>);

std::vector<std::string> lines(const char *path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::string> all;
    for (std::string line; std::getline(file, line);) all.push_back(line);
    return all;
}

std::vector<std::string> split(const std::string &line) {
    std::vector<std::string> fields;
    std::size_t start = 0;
    for (std::size_t end; (end = line.find('\t', start)) != std::string::npos; start = end + 1) {
        fields.push_back(line.substr(start, end - start));
    }
    fields.push_back(line.substr(start));
    return fields;
}

std::string base64(std::string_view text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    unsigned bits = 0, count = 0;
    for (char character : text) {
        if (character == '=') break;
        bits =
            (bits << 6 | static_cast<unsigned>(std::strchr(digits, character) - digits)) & 0xffffff;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out.push_back(static_cast<char>(bits >> count & 255));
        }
    }
    return out;
}

// The report's JSON, or nothing if the facts, the policy or the operation are wrong.
std::optional<std::string> answer(const std::vector<std::string> &fields, paylint::Report &report) {
    std::optional<std::int32_t> operation = paylint::operation(fields[1]);
    auto engine = fields[4] == "-" ? paylint::Engine::create() : paylint::Engine::create(fields[4]);
    auto facts = fields[3] == "-" ? paylint::Facts::create() : paylint::Facts::from_json(fields[3]);
    if (!operation || !engine || !facts) return std::nullopt;
    std::string body = fields[2] == "-" ? "" : base64(fields[2]);
    if (!report.check(engine.value(), *operation, body, &facts.value())) return std::nullopt;
    auto accepts = paylint::accepts(engine.value(), *operation, body, nullptr, &facts.value());
    if (accepts.value_or(!report.accepts()) != report.accepts()) return "accepts disagrees";
    std::size_t count = report.finding_count();
    if (report.finding(count) ||
        (count > 0 && paylint::view(report.finding(0)->path).data() == nullptr)) {
        return "the findings disagree";
    }
    return std::string(report.json().value_or("no result"));
}

// Facts from setters.
bool setters() {
    auto facts = paylint::Facts::create();
    auto engine = paylint::Engine::create("{\"levels\":{\"refund.too_old\":\"deny\"}}");
    auto report = paylint::Report::create();
    if (!facts || !engine || !report) return false;
    bool set = facts->set_time(PAYLINT_FACT_NOW, 1600000000) &&
               facts->set_text(PAYLINT_FACT_ORDER_SCENARIO, "one_step") &&
               facts->set_amount(PAYLINT_FACT_ORDER_AMOUNT, 1050, 2) &&
               facts->set_amount(PAYLINT_FACT_ORDER_REFUNDED, 0, 0) &&
               facts->set_bool(PAYLINT_FACT_ORDER_REVERSED, false) &&
               facts->set_integer(PAYLINT_FACT_MERCHANT_HOLD_DAYS, 7) &&
               facts->set_capabilities(0) && facts->add_text(PAYLINT_FACT_KEY_BRANDS, "visa") &&
               facts->add_header("Host", "") && facts->open_headers();
    if (!set || !report->check(engine.value(), PAYLINT_OPERATION_REFUND, "{\"amount\":10.51}",
                               nullptr, &facts.value())) {
        return false;
    }
    auto finding = report->finding(0);
    if (!finding || paylint::view(finding->name) != "refund.exceeds_remaining") return false;
    auto wrong = paylint::Engine::create("{");
    return !wrong && wrong.error().status == PAYLINT_STATUS_INVALID_POLICY &&
           wrong.error().message.rfind("invalid policy: ", 0) == 0 && bool(facts->clear());
}

// Questions about every case, and what is wrong with one.
bool questions(const std::vector<std::string> &cases) {
    const auto json = [](const std::string &text) { return text == "-" ? "null" : text; };
    for (const std::string &line : cases) {
        const std::vector<std::string> fields = split(line);
        const bool fails = fields[5] == "!";
        if (!fails && fields.size() < 9) continue;
        const auto answer = paylint::ask(
            R"({"ask":"fixes","operation":")" + fields[1] + R"(","raw_base64":")" +
            (fields[2] == "-" ? "" : fields[2]) + R"(","facts":)" + json(fields[3]) +
            R"(,"policy":)" + json(fields[4]) + "}");
        if (answer ? fails || answer.value() != fields[8] : !fails) return false;
    }
    const auto engine = paylint::Engine::create("strict");
    const auto label = paylint::ask("{\"ask\":\"fingerprints\"}", &engine.value());
    const auto wrong = paylint::ask("{\"ask\":\"brnd\"}");
    return label && label.value().find("\"label\":\"strict\"") != std::string::npos && !wrong &&
           wrong.error().status == PAYLINT_STATUS_INVALID_QUESTION &&
           wrong.error().message == "invalid question: ask: unknown question \"brnd\"; did you mean \"brand\"?";
}

} // namespace

int main(int count, char **arguments) {
    if (count != 2) return 2;
    std::vector<std::string> cases = lines(arguments[1]);
    auto report = paylint::Report::create();
    if (!report || cases.size() < 600) return 2;
    int failures = 0;
    for (const std::string &line : cases) {
        std::vector<std::string> fields = split(line);
        std::optional<std::string> json = answer(fields, report.value());
        if (fields[5] == "!" ? json.has_value() : json != fields[5]) {
            std::cerr << fields[0] << ": unexpected report\n";
            failures++;
        }
    }
    if (!setters()) {
        std::cerr << "facts from setters: unexpected report\n";
        failures++;
    }
    if (!questions(cases)) {
        std::cerr << "questions: unexpected answer\n";
        failures++;
    }
    std::cout << "C++, every case: " << (failures == 0 ? "passed" : "FAILED") << "\n";
    return failures != 0;
}

/*
 * paylint for C++17: wraps the handles of paylint.h in objects that free themselves, and returns
 * texts as std::string_view.
 *
 * It throws no exceptions of its own: a function that can fail returns a paylint::Result, which is
 * either a value or an Error. The rules of paylint.h about threads and the lifetimes of texts also
 * hold here: a string_view from a Report stays valid until a request is checked into that Report or
 * the Report is destroyed. You can only destroy a moved-from object or assign to it.
 */
#ifndef PAYLINT_HPP
#define PAYLINT_HPP

#include "paylint.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace paylint {

inline std::string_view view(paylint_text text) noexcept {
    return text.data == nullptr ? std::string_view{} : std::string_view{text.data, text.length};
}

/// Why a call failed.
struct Error {
    paylint_status status;
    std::string message;
};

/// A value, or the error that explains why there is none.
///
/// `if (result)` asks whether there is a value. It doesn't compile for a Result<bool>, since it would
/// be true of a rejected request, too: use value_or(false), or has_value() and value().
template <class T> class [[nodiscard]] Result {
  public:
    Result(T value) : either_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : either_(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const noexcept { return either_.index() == 0; }
    template <class U = T, class = std::enable_if_t<!std::is_same_v<U, bool>>>
    explicit operator bool() const noexcept {
        return has_value();
    }
    /// The value. Call this only if there is one.
    T &value() &noexcept { return *std::get_if<0>(&either_); }
    const T &value() const &noexcept { return *std::get_if<0>(&either_); }
    T &&value() &&noexcept { return std::move(*std::get_if<0>(&either_)); }
    T *operator->() noexcept { return std::get_if<0>(&either_); }
    const T *operator->() const noexcept { return std::get_if<0>(&either_); }
    /// The value, or another one if there is none.
    T value_or(T other) const & { return has_value() ? value() : std::move(other); }
    /// The error. Call this only if there is no value.
    const Error &error() const noexcept { return *std::get_if<1>(&either_); }

  private:
    std::variant<T, Error> either_;
};

/// The value of a Result that has no other value.
struct Done {};

namespace detail {

struct Free {
    void operator()(paylint_engine *engine) const noexcept { paylint_engine_free(engine); }
    void operator()(paylint_facts *facts) const noexcept { paylint_facts_free(facts); }
    void operator()(paylint_report *report) const noexcept { paylint_report_free(report); }
    void operator()(paylint_answer *answer) const noexcept { paylint_answer_free(answer); }
    void operator()(paylint_error *error) const noexcept { paylint_error_free(error); }
};

inline Result<Done> done(paylint_status status) {
    if (status != PAYLINT_STATUS_OK) return Error{status, paylint_status_message(status)};
    return Done{};
}

/// Calls a function that takes an error.
template <class Function, class... Arguments>
Result<Done> call(Function function, Arguments... arguments) {
    paylint_error *made = nullptr;
    const paylint_status status = function(arguments..., &made);
    const std::unique_ptr<paylint_error, Free> error(made);
    paylint_text text{nullptr, 0};
    if (!error || paylint_error_text(error.get(), &text) != PAYLINT_STATUS_OK) return done(status);
    return Error{status, std::string(view(text))};
}

/// What a function writes to its out-parameter; nothing unless it returns PAYLINT_STATUS_OK.
template <class T, class Function, class... Arguments>
std::optional<T> ask(Function function, Arguments... arguments) noexcept {
    T out{};
    if (function(arguments..., &out) != PAYLINT_STATUS_OK) return std::nullopt;
    return out;
}

} // namespace detail

/// A compiled policy. Any number of threads can use it at once.
class Engine {
  public:
    /// Makes an engine with the default policy.
    static Result<Engine> create() { return make(nullptr, 0); }
    /// Makes an engine with a policy: JSON, or the name of a preset.
    static Result<Engine> create(std::string_view policy) {
        return make(policy.data() == nullptr ? "" : policy.data(), policy.size());
    }
    const paylint_engine *get() const noexcept { return handle_.get(); }

  private:
    static Result<Engine> make(const char *policy, std::size_t length) {
        paylint_engine *engine = nullptr;
        const auto made = detail::call(paylint_engine_new, policy, length, &engine);
        if (!made) return made.error();
        return Engine(engine);
    }
    explicit Engine(paylint_engine *engine) noexcept : handle_(engine) {}
    std::unique_ptr<paylint_engine, detail::Free> handle_;
};

/// Facts: what you know and the body can't say.
class Facts {
  public:
    static Result<Facts> create() {
        paylint_facts *facts = nullptr;
        const auto made = detail::done(paylint_facts_new(&facts));
        if (!made) return made.error();
        return Facts(facts);
    }
    static Result<Facts> from_json(std::string_view json) {
        paylint_facts *facts = nullptr;
        const auto made = detail::call(paylint_facts_from_json, start(json), json.size(), &facts);
        if (!made) return made.error();
        return Facts(facts);
    }

    Result<Done> read_json(std::string_view json) {
        return detail::call(paylint_facts_read_json, handle_.get(), start(json), json.size());
    }
    Result<Done> clear() { return detail::done(paylint_facts_clear(handle_.get())); }
    Result<Done> set_text(std::int32_t fact, std::string_view text) {
        return detail::call(paylint_facts_set_text, handle_.get(), fact, start(text), text.size());
    }
    Result<Done> set_bool(std::int32_t fact, bool value) {
        return detail::call(paylint_facts_set_bool, handle_.get(), fact, value ? 1 : 0);
    }
    Result<Done> set_integer(std::int32_t fact, std::int64_t value) {
        return detail::call(paylint_facts_set_integer, handle_.get(), fact, value);
    }
    /// Sets an amount in units of 10^-decimals.
    Result<Done> set_amount(std::int32_t fact, std::int64_t units, std::int32_t decimals) {
        return detail::call(paylint_facts_set_amount, handle_.get(), fact, units, decimals);
    }
    /// Sets a time in seconds since 1970-01-01T00:00:00Z.
    Result<Done> set_time(std::int32_t fact, std::int64_t seconds, std::int32_t nanos = 0) {
        return detail::call(paylint_facts_set_time, handle_.get(), fact, seconds, nanos);
    }
    Result<Done> add_text(std::int32_t fact, std::string_view text) {
        return detail::call(paylint_facts_add_text, handle_.get(), fact, start(text), text.size());
    }
    Result<Done> add_header(std::string_view name, std::string_view value) {
        return detail::call(paylint_facts_add_header, handle_.get(), start(name), name.size(),
                            start(value), value.size());
    }
    Result<Done> open_headers() { return detail::done(paylint_facts_open_headers(handle_.get())); }
    Result<Done> set_capabilities(std::uint64_t features) {
        return detail::call(paylint_facts_set_capabilities, handle_.get(), features);
    }
    const paylint_facts *get() const noexcept { return handle_.get(); }

  private:
    /// An empty view may have a null pointer, but is still a text.
    static const char *start(std::string_view text) noexcept {
        return text.data() == nullptr ? "" : text.data();
    }
    explicit Facts(paylint_facts *facts) noexcept : handle_(facts) {}
    std::unique_ptr<paylint_facts, detail::Free> handle_;
};

/// The result of checking a request. If the report is empty or has no such value, accessors return
/// nothing (or 0 or false).
class Report {
  public:
    static Result<Report> create() {
        paylint_report *report = nullptr;
        const auto made = detail::done(paylint_report_new(&report));
        if (!made) return made.error();
        return Report(report);
    }

    /// Checks a request into this report, which replaces its previous result. `changing` is laid
    /// over `standing`.
    Result<Done> check(const Engine &engine, std::int32_t operation, std::string_view body,
                       const Facts *standing = nullptr, const Facts *changing = nullptr) {
        return detail::call(paylint_check_into, engine.get(), operation, body.data(), body.size(),
                            standing == nullptr ? nullptr : standing->get(),
                            changing == nullptr ? nullptr : changing->get(), handle_.get());
    }

    /// Whether there is a result and its verdict is accept.
    bool accepts() const noexcept { return verdict() == PAYLINT_VERDICT_ACCEPT; }
    std::optional<std::int32_t> verdict() const noexcept { return number(paylint_report_verdict); }
    std::optional<std::int32_t> status() const noexcept { return number(paylint_report_status); }
    std::optional<std::int32_t> scenario() const noexcept {
        return number(paylint_report_scenario);
    }
    std::uint64_t capabilities() const noexcept {
        return detail::ask<std::uint64_t>(paylint_report_capabilities, get()).value_or(0);
    }
    std::optional<std::string_view> total() const noexcept { return text(paylint_report_total); }
    std::size_t finding_count() const noexcept { return count(paylint_report_finding_count); }
    std::optional<paylint_finding> finding(std::size_t index) const noexcept {
        return detail::ask<paylint_finding>(paylint_report_finding, get(), index);
    }
    bool truncated() const noexcept {
        return detail::ask<std::int32_t>(paylint_report_truncated, get()).value_or(0) != 0;
    }
    std::size_t unchecked_count() const noexcept { return count(paylint_report_unchecked_count); }
    std::optional<paylint_unchecked> unchecked(std::size_t index) const noexcept {
        return detail::ask<paylint_unchecked>(paylint_report_unchecked, get(), index);
    }
    std::size_t obligation_count() const noexcept { return count(paylint_report_obligation_count); }
    std::optional<paylint_obligation> obligation(std::size_t index) const noexcept {
        return detail::ask<paylint_obligation>(paylint_report_obligation, get(), index);
    }
    /// Seconds since 1970-01-01T00:00:00Z.
    std::optional<std::int64_t> valid_until() const noexcept {
        return detail::ask<std::int64_t>(paylint_report_valid_until, get());
    }
    /// The canonical JSON.
    std::optional<std::string_view> json() const noexcept { return text(paylint_report_json); }
    const paylint_report *get() const noexcept { return handle_.get(); }

  private:
    using Number = paylint_status (*)(const paylint_report *, std::int32_t *);
    using Count = paylint_status (*)(const paylint_report *, std::size_t *);
    using Text = paylint_status (*)(const paylint_report *, paylint_text *);

    std::optional<std::int32_t> number(Number of) const noexcept {
        return detail::ask<std::int32_t>(of, get());
    }
    std::size_t count(Count of) const noexcept {
        return detail::ask<std::size_t>(of, get()).value_or(0);
    }
    std::optional<std::string_view> text(Text of) const noexcept {
        std::optional<paylint_text> text = detail::ask<paylint_text>(of, get());
        if (!text) return std::nullopt;
        return view(*text);
    }
    explicit Report(paylint_report *report) noexcept : handle_(report) {}
    std::unique_ptr<paylint_report, detail::Free> handle_;
};

/// Checks whether the gateway can accept a request, in less time than it takes to make a report:
/// `if (accepts(…).value_or(false)) send();`
inline Result<bool> accepts(const Engine &engine, std::int32_t operation, std::string_view body,
                            const Facts *standing = nullptr, const Facts *changing = nullptr) {
    std::int32_t accepts = 0;
    const auto made = detail::call(paylint_accepts, engine.get(), operation, body.data(),
                                   body.size(), standing == nullptr ? nullptr : standing->get(),
                                   changing == nullptr ? nullptr : changing->get(), &accepts);
    if (!made) return made.error();
    return accepts != 0;
}

/// Looks up an operation by its name.
inline std::optional<std::int32_t> operation(std::string_view name) noexcept {
    std::int32_t number = 0;
    if (paylint_operation_from_name(name.data(), name.size(), &number, nullptr) !=
        PAYLINT_STATUS_OK) {
        return std::nullopt;
    }
    return number;
}

/// Answers a question: JSON in, JSON out. The top of paylint.h lists the questions, and the shapes of
/// their answers: `ask(R"({"ask":"brand","digits":"4"})")`. A question's own policy takes the place of the engine's.
inline Result<std::string> ask(std::string_view question, const Engine *engine = nullptr) {
    paylint_answer *made = nullptr;
    const paylint_status status = paylint_ask(engine == nullptr ? nullptr : engine->get(),
                                              question.data(), question.size(), &made);
    const std::unique_ptr<paylint_answer, detail::Free> answer(made);
    if (!answer) return Error{status, paylint_status_message(status)};
    paylint_text text{nullptr, 0};
    if (status != PAYLINT_STATUS_OK) {
        (void)paylint_last_error(&text);
    } else {
        (void)paylint_answer_text(answer.get(), &text);
    }
    std::string copy(view(text));
    if (status != PAYLINT_STATUS_OK) return Error{status, std::move(copy)};
    return copy;
}

} // namespace paylint

#endif

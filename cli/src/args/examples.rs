//! The end of each command's help: examples and notes.

pub(super) const ALL: &str = "\
Examples:
  paylint check --operation order order.json             what is wrong with a body, and where
  paylint check --http POST /api/v0.6/clients/ -         the operation from the request line
  paylint fields --operation order order.json            what may be given, and what must be
  paylint batch --facts facts.json cases.ndjson          many cases, one per line
  paylint explain avs.zip_code_required                  what a rule says, and why
  paylint matrix two_step account_funding                whether two features go together
  paylint policy strict.json                             what a policy changes

Exit codes: 0 nothing is rejected; 1 something is rejected; 2 the command, the facts, the policy or \
a case can't be used (2 wins over 1); 130 interrupted (Ctrl-C). `replay` exits with 1 if a verdict \
changes.

Facts are never made up, not even the current time. A rule that lacks a fact is unchecked, and doesn't \
reject unless the policy says so.";

pub(super) const CHECK: &str = "\
Examples:
  paylint check --operation order order.json
  paylint check --operation order --facts facts.json --policy strict.json orders/
  paylint check --http POST /api/v0.6/orders/ord-1/capture/ --format json - < capture.json
  paylint check --operation order --format github requests/*.json      in a GitHub workflow
  paylint check --operation order --format sarif orders/ > paylint.sarif
  paylint check --operation capture --facts shop.json --fact now=2026-11-20T10:15:00Z capture.json
  paylint check --operation order --deny warnings,unchecked order.json
  paylint check --operation order --fix --diff orders/                 what could be fixed safely
  paylint check --operation order --unsafe-fixes --stdout - < order.json

The excerpts show the values of amounts, codes, flags and travel dates; all others are shown as `…`, \
so that the output can go into a log.

With `--format json` and `--format problem` there is one line for each body, in order, with \"file\" \
put first if there may be more than one file. An accepted body has no problem details and no line.

With a fix, the exit code is for the body after it, even if nothing is written.";

pub(super) const CALIBRATE: &str = "\
Examples:
  paylint calibrate --log --method-at /request/method --path-at /request/path --body-at /request/body \\
      --status-at /response/status --answer-at /response/body --at /time --by /terminal traffic/*.ndjson.gz
  paylint calibrate cases.ndjson                         cases with \"answer\": {\"status\": 400}
  paylint calibrate --format policy cases.ndjson > calibrated.json
  paylint calibrate --policy calibrated.json cases.ndjson

2xx accepts a request, 400 and 422 refuse it (--refused names others). 401 and 403 are only about the
token and the key. Any other status, or none, is counted as no answer. A line that was logged twice counts
once, and so does a request that was repeated within a day.

The exit code is 1 if a request that the gateway accepted would have been rejected, 2 if nothing can be
compared. A case's own policy is ignored: the command line's policy is compared with the answers.";

pub(super) const FIELDS: &str = "\
Examples:
  paylint fields --operation order order.json
  paylint fields --operation order --facts merchant.json --format json < draft.json

Writes a line for each member: `given`; `required` if a rule asks for it; `forbidden` if a rule refuses \
it; `advised` or `discouraged` if that is only a warning; else `optional`; then the rules behind it. \
Members of absent objects are listed as if these were there and empty.";

pub(super) const HISTORY: &str = "\
Examples:
  paylint history order-17.json
  paylint history --policy shop-members < order-17.json

The events are an array, in their order: first the order (or the payout) with its body, then how its \
payment ended, and the captures, refunds, reversals and chargebacks that were accepted:

  [ {\"operation\": \"order\", \"at\": \"2026-11-18T09:00:00Z\", \"body\": {…}, \"facts\": {…}},
    {\"event\": \"payment\", \"at\": \"2026-11-18T09:02:00Z\", \"paid\": true},
    {\"operation\": \"refund\", \"at\": \"2026-11-20T08:00:00Z\", \"body\": {\"amount\": 30}},
    {\"event\": \"chargeback\", \"at\": \"2026-11-21T08:00:00Z\"} ]

Writes the facts `order` of the next request, as JSON. A case of `paylint batch` can have the same array \
as its member `history`.";

pub(super) const BATCH: &str = "\
Examples:
  paylint batch cases.ndjson > reports.ndjson
  paylint batch --summary --policy strict.json january.ndjson.gz february.ndjson.zst
  paylint batch --bodies --operation order --facts facts.json < orders.ndjson
  paylint batch --summary --format html january/ > january.html
  paylint batch --log --body-at /body --method-at /method --path-at /url --fact now@/time access.ndjson

A case is a JSON object on one line. All its members are optional:

  {\"id\": \"order-17\", \"operation\": \"order\", \"body\": {…}, \"facts\": {…}, \"policy\": {…}}

The body is the exact bytes of `body` (any JSON value), the text `raw`, or the bytes `raw_base64`; \
with none of the three there is no body. `id` is a string or an integer. A case without `operation` \
or `policy` takes that of the command line; `http`, such as [\"POST\", \"/orders/42/refund/\"], can \
replace the operation. A case's own facts replace those of the command line that have the same \
name at the top level. `history`, the order's earlier requests, can replace the facts `order` \
(`paylint history`). One line is written for each line read, in order: the report, \
with the case's `id` put first; or {\"id\":…,\"error\":\"…\"} for a line that isn't a case, \
such as an empty one, or one longer than 6 × max_body_bytes + 1 MiB (of the policy of the command \
line, since a line is read before its own policy).";

pub(super) const REPLAY: &str = "\
Examples:
  paylint replay --policy today.json --against tomorrow.json january.ndjson.gz
  paylint replay --policy default --against strict.json --bodies --operation order orders.ndjson

A case's own policy is ignored, and the output says how many cases had one. The exit code is 1 if a \
verdict changes.";

pub(super) const ASK: &str = "\
Examples:
  echo '{\"ask\":\"brand\",\"digits\":\"4\"}' | paylint ask
  paylint ask --schema

A question is a JSON object whose member `ask` names it. Its answer is the line `{\"answer\":…}`, or
`{\"error\":\"…\",\"status\":\"…\"}`; an `id` in the question is repeated in front. A question can have a
`policy`: an object, the name of a preset, or an array of these. Each answer is written before the next
question is read.";

pub(super) const RULES: &str = "\
Examples:
  paylint rules --operation capture
  paylint rules --policy strict.json
  paylint rules --format json | jq -c '.[].violated_by' | paylint batch";

pub(super) const EXPLAIN: &str = "\
Examples:
  paylint explain avs.zip_code_required         what a rule says, and why
  paylint explain merchant.avs_permission       what a fact is, and which rules read it
  paylint explain /client/zip_code              what a member is";

pub(super) const POLICY: &str = "\
Examples:
  paylint policy strict.json
  paylint policy checkout shop.json                     two, the second on top
  paylint policy strict.json --format json

Shows the rules whose level the policy changes, the entry that changes each, and entries without an \
effect. With several policies, it names the one that each entry comes from.";

pub(super) const MEMBERS: &str = "\
Examples:
  paylint members order
  paylint members --format json payment
  paylint members --learn cases.ndjson > members.json";

pub(super) const SCHEMA: &str = "\
Examples:
  paylint schema order > order.schema.json
  paylint schema policy > policy.schema.json
  paylint schema openapi --policy shop-members > gateway.openapi.json";

pub(super) const MATRIX: &str = "\
Examples:
  paylint matrix
  paylint matrix zero_amount avs";

pub(super) const SAMPLE: &str = "\
Examples:
  paylint sample order refund --count 20                 lines for `paylint batch`
  paylint sample order --facts shop.json --count 0       every compatible pair of members
  paylint sample order --mistakes --dir tests/mistakes   a file for each
  paylint sample client --bodies

Your facts are laid over made-up ones, which each case shows. All requests are accepted, without findings \
and unchecked rules; in a mistake, `expect` names the rule and the path. Names and addresses are made \
up; card numbers are those that card networks publish for tests.";

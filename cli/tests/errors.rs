//! Tests of errors of the command line: they say what may be meant, and nothing that may be a secret.

mod common;

use common::{folder, run, text};

/// Command lines that can't be used, and a part of what is said. `FILE` is a file of no bytes, `EMPTY` such a folder.
const WRONG: &str = r#"check -otax --fact nwo=2026 => unknown fact "nwo"; did you mean "now"?
check -otax --fact merchant.avs_permision=true => did you mean "merchant.avs_permission"?
batch --fact merchant=true => merchant is a group of facts: name one of them, such as merchant.country
check -otax --fact now => --fact takes NAME=VALUE
batch --fact 4111111111111111 => --fact takes NAME=VALUE
check -otax --fact 4111111111111111=1 => unknown fact, whose name is not shown
batch --fact now=hunter2 => --fact now: not an RFC 3339 time
check -otax --fact merchant.avs_permission=hunter2 => expected true or false
check -otax --fact merchant.hold_days=hunter2 => --fact merchant.hold_days: expected an integer
batch --fact merchant.hold_days=40 => --fact merchant.hold_days: 40 is not in 6..=28
check -otax --fact key.brands=hunter2 => --fact key.brands: expected an array
check -otax --fact key.brands={"hunter2":1} => --fact key.brands: expected an array
check -otax --fact request.headers=hunter2 => --fact request.headers: expected an object
check -otax --fact website= => --fact website: is blank
batch --log FILE => --body-at
batch --body-at=/b FILE => --log
batch --log --body-at=/b FILE => a log needs --operation-at, --method-at and --path-at, or --operation
batch --log --body-at=/b --method-at=/m FILE => --path-at
batch --log --body-at=/b --operation-at=/o --method-at=/m --path-at=/p FILE => cannot be used with
batch --log --body-at=/b --bodies -otax FILE => cannot be used with
batch --log -otax --body-at=b FILE => --body-at: a JSON Pointer begins with /, for example /b
batch --log -otax --body-at=/b~ FILE => --body-at: in a JSON Pointer ~ is written ~0
batch --log -otax --body-at=/b --fact=noww@/n FILE => unknown fact "noww"; did you mean "now"?
batch --log -otax --body-at=/b --fact=now@n FILE => --fact now: a JSON Pointer begins with /
batch --fact=now@/n FILE => it needs --log
calibrate --bodies -otax FILE => bodies alone have no answers
calibrate --log -otax --body-at=/b FILE => a log needs --status-at
calibrate --log -otax --body-at=/b --status-at=/s --refused-where=/state=x FILE => say with --answer-at
calibrate --status-at=/s FILE => --log
explain avs.adress_required => avs.address_required
explain merchant.avs_permision => merchant.avs_permission
explain two_stp => two_step
explain refnd => refund
explain merchnt => merchant
explain /client/zipcode => /client/zip_code
explain 4111111111111111 => unknown rule, feature or fact, whose name is not shown
explain /client/4111111111111111 => unknown member "/client/*"
4111111111111111 => error: 
4111-1111_1111.1111 => error: 
--4111111111111111 => error: 
-4111111111111111 => error: 
check --4111111111111111 => error: 
check -4111111111111111 => error: 
check --card=4111111111111111 => error: 
check --operation=4111111111111111 => error: 
check --http 4111111111111111 4111111111111111 => error: 
batch --jobs 4111-1111_1111.1111 => error: 
matrix 4111111111111111 => error: 
man 4111111111111111 => error: 
rules --family avss => unknown family "avss"; did you mean "avs"?
sample orders => orders
sample client --fact environment=live --fact key.test=true => is accepted: key.test_in_live: 
check --operaton order => a similar argument exists: '--operation'
policy chekout => unknown preset "chekout"; did you mean "checkout"? (presets are default, checkout,
check FILE => what do the bodies ask for? Name it with --operation (order, capture …), or give the
batch --policy FILE => errors.ndjson: invalid policy: 
batch --format html FILE => add --summary
batch --coverage FILE => --summary
check -otax --fix --stdout --diff FILE => cannot be used with
check -otax --fix --stdout FILE FILE => --stdout prints one body: name one file
check -otax --fix - => standard input can't be fixed in place: add --stdout
policy strict --against => a value is required for '--against
batch EMPTY => there is no *.ndjson"#;

#[test]
fn what_is_wrong_is_said() {
    let file = common::scratch("errors.ndjson", b"");
    let empty = folder("errors-empty");
    for row in WRONG.lines() {
        let (line, expected) = row.split_once(" => ").unwrap();
        let words = line.split(' ').map(|word| match word {
            "FILE" => text(&file),
            "EMPTY" => text(&empty),
            word => word,
        });
        let run = run(&words.collect::<Vec<_>>(), b"");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}");
        assert!(run.err.contains(expected), "{line}: {}", run.err);
        assert!(!run.err.contains("hunter2") && !run.err.contains("1111"), "{}", run.err);
    }
}

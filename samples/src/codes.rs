//! Codes, addresses and card data, good and bad.

pub(crate) const CURRENCIES: &[&str] = &[
    "EUR", "USD", "GBP", "JPY", "KWD", "BHD", "CLF", "XAU", "XXX", "ISK", "UYW", "eur", "EURO",
    "ZZZ", "BGN", "VES", "VED", "EU", "Eur", "E1R", "978", " EUR", "EUR ", "ÉUR",
];

pub(crate) const COUNTRIES: &[&str] = &[
    "LV", "US", "GB", "LVA", "USA", "DE", "lv", "Lv", "LVAA", "ZZ", "QQQ", "UK", "EU", "L", "428",
    "ĻV", " LV", "LV ", "AX", "AQ", "lva", "Latvia", "XK", "XKX", "xk", "CA", "CAN", "EL",
];

pub(crate) const REGIONS: &[&str] = &[
    "CA", "US-CA", "LV-001", "R1", "GB-LND", "1", "US-", "-CA", "US-CALI", "us-ca", "US-ca",
    "U-CA", "USA-CA", "US-C-A", "ABCD", "A B", "É", "US_CA", "12", "U1-A",
];

pub(crate) const STATES: &[&str] = &[
    "NY",
    "ny",
    "Ny",
    "New York",
    "PR",
    "UM",
    "AE",
    "AP",
    "DC",
    "ON",
    "QC",
    "YT",
    "qc",
    "ZZ",
    "N",
    "NYC",
    " NY",
    "01",
    "US-NY",
    "N\u{212a}",
];

pub(crate) const LANGUAGES: &[&str] = &[
    "lv", "en", "de-AT", "en-US", "EN", "En", "english", "en_US", "en-us", "en-USA", "zz", "xx-YY",
    "l", "lav", "en-", "-US", "e1", " en", "en-US-x", "lĀ",
];

pub(crate) const EMAILS: &[&str] = &[
    "mia@store.example",
    "a@b",
    "a.b+c@d-e.example",
    "a..b@c.example",
    ".a@b.example",
    "a@b..example",
    "a@-b.example",
    "a@b-.example",
    "a@.example",
    "a@",
    "@b.example",
    "a b@c.example",
    "a@b@c.example",
    "a@b.example ",
    "jānis@b.example",
    "a@bērzs.example",
    "a@b_c.example",
    "a!#$%&'*+/=?^_`{|}~-z@x.example",
    "a\"b@c.example",
    "a@b.example.",
    "plain",
    "a@aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggg.example",
    "a@aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg.example",
    "a@1.2",
    "(a)@b.c",
];

pub(crate) const ADDRESSES: &[&str] = &[
    "192.0.2.7",
    "192.0.2.8",
    "203.0.113.9",
    "::1",
    "::",
    "2001:db8::1",
    "2001:DB8:0:0::1",
    "2001:0db8:0000:0000:0000:0000:0000:0001",
    "::ffff:192.0.2.7",
    "::ffff:c000:207",
    "0:0:0:0:0:ffff:192.0.2.7",
    "64:ff9b::192.0.2.7",
];

pub(crate) const BAD_ADDRESSES: &[&str] = &[
    "192.0.2",
    "192.0.2.256",
    "192.0.02.7",
    "192.0.2.7.1",
    "192.0.2.7 ",
    "0x7f.1",
    "1.2.3.",
    "+1.2.3.4",
    "2001:db8::1::2",
    "fe80::1%eth0",
    "2001:db8::/32",
    "[::1]",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::8",
    "::1:2:3:4:5:6:7:8",
    "12345::",
    "g::1",
    ":1::",
    "1::2:",
    "::192.0.2.07",
    ":::",
    "192.0.2.7::",
    "localhost",
    "１.2.3.4",
    "1:2:3:4:5:6:7:1.2.3.4",
];

/// With Luhn's check digit, without, and of other forms.
pub(crate) const CARD_NUMBERS: &[&str] = &[
    "4111111111111111",
    "5555555555554444",
    "378282246310005",
    "4111111111111112",
    "000000000000",
    "00000000000",
    "0000000000000000000",
    "00000000000000000000",
    "6304000000000000000",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "４111111111111111",
    "411111111111111a",
    "123456789012",
    "123456789015",
    "4222222222222",
];

pub(crate) const SECURITY_CODES: &[&str] =
    &["123", "1234", "12", "12345", "12a", "1 3", "１２３", "000", " 123"];

pub(crate) const MASKED: &[&str] = &[
    "411111******1111",
    "41111111****1111",
    "411111111***1111",
    "4111111111111111",
    "************",
    "１２３４５６７８９０１２３４５",
    "411111XXXXXX1111",
    "123456789012",
    "1234567890123",
];

pub(crate) const TWO_DIGITS: &[&str] =
    &["01", "02", "00", "99", "1", "001", "0a", "０１", " 1", "1 "];

pub(crate) const AIRPORTS: &[&str] =
    &["RIX", "EVRA", "LHR", "rix", "RI", "EVRAX", "R1X", "RÍX", "LH R", "Rix"];

pub(crate) const CARRIERS: &[&str] =
    &["BT", "B2", "2B", "22", "BTI", "BT1", "bt", "B", "BTIX", "ĀB", "B T", "B2C"];

pub(crate) const USES: &[&str] = &[
    "one-click",
    "automatic",
    "recurring",
    "Recurring",
    "one_click",
    "recurring ",
    "ONE-CLICK",
    "auto",
];

pub(crate) const SYSTEMS: &[&str] = &["AUTH", "auth", "AUTH ", "VISA", " AUTH", "AUTHX"];

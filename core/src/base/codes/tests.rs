use super::*;

#[test]
fn malformed_code_list_does_not_compile() {
    for list in ["de  lv", "de lv de"] {
        assert!(std::panic::catch_unwind(|| Pairs::new(b'a', list)).is_err(), "{list}");
    }
}

/// Calls `check` with every text of `N` bytes: letters, the bytes beside them, digits, spaces and others.
fn for_all_texts<const N: usize>(mut check: impl FnMut(&str)) {
    let others = *b"\0 /09:\x7F";
    let bytes = Vec::from_iter((b'@'..=b'[').chain(b'`'..=b'{').chain(others));
    for number in 0..bytes.len().pow(N as u32) {
        let byte = |place| bytes[number / bytes.len().pow(place as u32) % bytes.len()];
        let text: [u8; N] = core::array::from_fn(byte);
        check(str::from_utf8(&text).unwrap());
    }
}

/// Codes that `iso_currency` still has, flagged as superseded, but that amendments removed from
/// list one of ISO 4217: the Bulgarian lev and the Croatian kuna (replaced by the euro), the Cuban
/// convertible peso, the old leone and the old Zimbabwe dollar. (It also flags `VES`, but that code
/// is still in list one, next to `VED`.)
const WITHDRAWN: [&str; 5] = ["BGN", "CUC", "HRK", "SLL", "ZWL"];

#[test]
fn currencies_are_those_of_list_one() {
    let mut known = 0;
    for_all_texts::<3>(|code| {
        let expected = iso_currency::Currency::from_code(code)
            .filter(|_| !WITHDRAWN.contains(&code))
            .map(|currency| currency.exponent().and_then(|n| u8::try_from(n).ok()));
        let found = currency(code.as_bytes()).map(|currency| currency.minor_units);
        assert_eq!(found, expected, "{code}");
        known += usize::from(found.is_some());
    });
    assert_eq!(known, 178);
    for code in WITHDRAWN {
        let flags = iso_currency::Currency::from_code(code).map(|currency| currency.flags());
        let superseded = |flag: &_| matches!(flag, iso_currency::Flag::Superseded(_));
        assert!(flags.is_some_and(|flags| flags.iter().any(superseded)), "{code}");
    }
}

#[test]
fn countries_are_those_of_iso_3166() {
    let listed = iso_country::data::all();
    for_all_texts::<2>(|code| {
        // Kosovo has a code that banks and the EU use.
        let expected = listed.iter().any(|country| country.alpha2 == code) || code == "XK";
        assert_eq!(is_country(code.as_bytes()), expected, "{code}");
    });
    for_all_texts::<3>(|code| {
        let expected = listed.iter().any(|country| country.alpha3 == code) || code == "XKX";
        assert_eq!(is_country(code.as_bytes()), expected, "{code}");
    });
}

/// The list is that of `isolang`: the 183 codes of ISO 639-1, and `sh` for Serbo-Croatian, which is
/// deprecated but still in use. Accepting it does no harm, since the rule only warns.
#[test]
fn languages_are_those_of_iso_639() {
    let mut known = 0;
    for_all_texts::<2>(|code| {
        let found = is_language(code.as_bytes());
        assert_eq!(found, isolang::Language::from_639_1(code).is_some(), "{code}");
        known += usize::from(found);
    });
    assert_eq!(known, 184);
}

#[test]
fn code_has_two_or_three_letters() {
    for code in [&b""[..], b"E", b"EU", b"EURO", b"EUR ", "€".as_bytes(), b"\xC5UR"] {
        assert!(currency(code).is_none(), "{code:?}");
    }
    for code in [&b""[..], b"L", b"LVAA", b"UK", b"EL", b"EU", b"\xCCV"] {
        assert!(!is_country(code), "{code:?}");
    }
    for code in [&b""[..], b"l", b"lav", b"lv-LV", b"l\xF6"] {
        assert!(!is_language(code), "{code:?}");
    }
}

#[test]
fn regions_have_the_form_of_iso_3166_2() {
    for code in ["US-CA", "LV-001", "PT-1", "GB-ENG", "CA", "1", "ENG", "1A2"] {
        assert!(is_region(code.as_bytes()), "{code}");
    }
    let others = "|-|US-|-CA|US-ca|us-CA|US-CALI|CALI|USA-CA|U-CA|U1-CA|US_CA|US--C|US-C-|US CA|ca| CA|Ä|US-Ä";
    for code in others.split('|') {
        assert!(!is_region(code.as_bytes()), "{code}");
    }
}

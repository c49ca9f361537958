//! The code lists for the rules `code.*` and `amount.minor_units`: ISO 4217, 3166-1 and 639-1.
//!
//! The lists are laid out for people. Two-letter codes become bit tables at compile time; three-letter codes are
//! searched in the lists themselves.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Currency {
    /// The decimal places of an amount. `None` if the standard gives none (`XAU`, `XXX` …).
    pub(crate) minor_units: Option<u8>,
}

/// The currency with this alphabetic code of ISO 4217, list one, in capitals.
pub(crate) fn currency(code: &[u8]) -> Option<Currency> {
    // The most common ones need no lookup.
    if let b"EUR" | b"USD" | b"GBP" = code {
        return Some(Currency { minor_units: Some(2) });
    }
    let mut lists = CURRENCIES.iter();
    let (minor_units, _) = lists.find(|(_, codes)| listed(codes, code).is_some())?;
    Some(Currency { minor_units: *minor_units })
}

/// Finds an alphabetic code in ISO 4217, list one.
pub(crate) fn known_currency(code: &[u8]) -> Option<&'static str> {
    CURRENCIES.iter().find_map(|(_, codes)| listed(codes, code))
}

/// Finds a three-letter code in a sorted list.
fn listed(codes: &'static str, code: &[u8]) -> Option<&'static str> {
    let &[a, b, c] = code else { return None };
    // Every code but the last is followed by a space.
    let (all, last) = codes.as_bytes().as_chunks::<4>();
    let number = |code: &[u8; 4]| u32::from_be_bytes(*code);
    let at = match all.binary_search_by_key(&number(&[a, b, c, b' ']), number) {
        Ok(at) => at,
        Err(at) if last == [a, b, c] => at,
        Err(_) => return None,
    };
    codes.get(4 * at..4 * at + 3)
}

/// Whether this is an assigned alpha-2 or alpha-3 code of ISO 3166-1, in capitals, or Kosovo's.
pub(crate) fn is_country(code: &[u8]) -> bool {
    match *code {
        // Kosovo, which has no assigned code.
        [b'X', b'K'] | [b'X', b'K', b'X'] => true,
        [a, b] => COUNTRY_PAIRS.contains(a, b),
        [_, _, _] => listed(COUNTRIES_ALPHA_3, code).is_some(),
        _ => false,
    }
}

/// Whether this is a two-letter code of ISO 639-1, in lower case.
pub(crate) fn is_language(code: &[u8]) -> bool {
    match *code {
        [a, b] => LANGUAGE_PAIRS.contains(a, b),
        _ => false,
    }
}

/// Whether this is a subdivision code of ISO 3166-2:US without its country, or one of the US armed forces.
pub(crate) fn is_state_of_us(code: &[u8]) -> bool {
    matches!(*code, [a, b] if US_PAIRS.contains(a, b))
}

/// Whether this is a subdivision code of ISO 3166-2:CA without its country.
pub(crate) fn is_province_of_canada(code: &[u8]) -> bool {
    matches!(*code, [a, b] if CANADA_PAIRS.contains(a, b))
}

/// Whether this has the form of an ISO 3166-2 code, with its country (`US-CA`) or without (`CA`).
pub(crate) fn is_region(code: &[u8]) -> bool {
    let subdivision = match code {
        [a, b, b'-', rest @ ..] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => rest,
        short => short,
    };
    matches!(subdivision.len(), 1..=3)
        && subdivision.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// The codes of ISO 4217, list one, by their minor units.
const CURRENCIES: [(Option<u8>, &str); 5] = [
    (None, "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"),
    (Some(0), "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (
        Some(2),
        "\
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN \
            BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD \
            FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW \
            KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR \
            MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG \
            SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD \
            USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG",
    ),
    (Some(3), "BHD IQD JOD KWD LYD OMR TND"),
    (Some(4), "CLF UYW"),
];

/// The lists of ISO 4217, 3166-1 and 639-1, for the fingerprint of the rules and for policies.
pub(crate) const LISTS: [&str; 8] = {
    let [(_, none), (_, zero), (_, two), (_, three), (_, four)] = CURRENCIES;
    [none, zero, two, three, four, COUNTRIES_ALPHA_2, COUNTRIES_ALPHA_3, LANGUAGES]
};

/// The alpha-2 codes of ISO 3166-1.
const COUNTRIES_ALPHA_2: &str = "\
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR \
    BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ \
    EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW \
    GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY \
    KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV \
    MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY \
    QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG \
    TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM \
    ZW";

/// The alpha-3 codes of ISO 3166-1.
const COUNTRIES_ALPHA_3: &str = "\
    ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD \
    BGR BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR \
    COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH \
    ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL \
    GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR \
    JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR \
    MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL \
    NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY \
    PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP \
    SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA \
    UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE";

/// The codes of ISO 639-1.
const LANGUAGES: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy \
    hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg \
    li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or \
    os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw \
    ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// The states, the District of Columbia, the outlying areas, and the armed forces' AA, AE and AP.
const US_STATES: &str = "\
    AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY \
    NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR UM VI AA AE AP";

/// The provinces and territories.
const CANADA_PROVINCES: &str = "AB BC MB NB NL NS NT NU ON PE QC SK YT";

static COUNTRY_PAIRS: Pairs = Pairs::new(b'A', COUNTRIES_ALPHA_2);
static LANGUAGE_PAIRS: Pairs = Pairs::new(b'a', LANGUAGES);
static US_PAIRS: Pairs = Pairs::new(b'A', US_STATES);
static CANADA_PAIRS: Pairs = Pairs::new(b'A', CANADA_PROVINCES);

const LETTERS: usize = 26;

/// A set of two-letter codes: a bit for every pair.
pub(crate) struct Pairs {
    first_letter: u8,
    rows: [u32; LETTERS],
}

impl Pairs {
    /// The set of the codes in `list`, whose alphabet begins with `first_letter`.
    #[allow(clippy::indexing_slicing, reason = "at compile time")]
    pub(crate) const fn new(first_letter: u8, list: &str) -> Self {
        let text = list.as_bytes();
        let mut rows = [0; LETTERS];
        let mut at = 0;
        while at < text.len() {
            assert!(at + 2 == text.len() || text[at + 2] == b' ', "one space between codes");
            let row = (text[at] - first_letter) as usize;
            let bit = 1 << (text[at + 1] - first_letter);
            assert!(rows[row] & bit == 0, "a code is listed twice");
            rows[row] |= bit;
            at += 3;
        }
        Self { first_letter, rows }
    }

    pub(crate) fn contains(&self, a: u8, b: u8) -> bool {
        let row = self.rows.get(usize::from(a.wrapping_sub(self.first_letter)));
        let bit = 1_u32.checked_shl(u32::from(b.wrapping_sub(self.first_letter)));
        row.zip(bit).is_some_and(|(row, bit)| row & bit != 0)
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]
mod tests;

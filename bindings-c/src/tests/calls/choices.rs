//! Arguments that a caller might pass, chosen by the fuzzer's bytes.

use super::header::Handle;

/// Texts that get past the first checks: bodies, facts, policies, names.
const TEXTS: &[&str] = &[
    "{}",
    r#"{"client":{"email":"a@b.example"},"products":[{"title":"Cup","price":4.5}]}"#,
    r#"{"client":{},"client":1,"products":[{"price":"\u0041"}],"skip_capture":true,"u":{"v":[]}}"#,
    r#"{"amount":12.34,"currency":"EUR"}"#,
    r#"{"card_number":"4111 1111 1111 1111","exp_year":"25","exp_month":13}"#,
    r#"{"now":"2026-11-20T10:15:00Z","merchant":{"hold_days":7},"terminal":"standard"}"#,
    r#"{"order":{"scenario":"two_step","capabilities":["avs"],"amount":"10","captured":0},
        "request":{"method":"POST","headers":{"Authorization":"Bearer x"}},
        "key":{"brands":["visa"]},"webhook":{"allowed_sources":["192.0.2.7"]}}"#,
    r#"{"levels":{"compat.disputed":"deny","code.*":"allow"},"max_findings":2}"#,
    "order",
    "two_step",
    "merchant.hold_days",
    "avs.zip_code_required",
    "POST",
    "/api/v0.6/orders/abc/capture/?x=1",
    "2026-11-20T10:15:00+02:00",
    "192.0.2.7",
    "12.50",
];

/// Questions, and almost.
const QUESTIONS: &[&str] = &[
    r#"{"ask":"check","operation":"order","body":{"products":[{"title":"Cup","price":4.5}]},"facts":[{},{"now":"2026-11-20T10:15:00Z"}]}"#,
    r#"{"ask":"fields","operation":"refund","body":{"amount":1},"policy":"strict"}"#,
    r#"{"ask":"fixes","operation":"client","raw":"{\"email\":null}","policy":["checkout",{"label":"x"}]}"#,
    r#"{"ask":"apply","operation":"order","raw_base64":"e/8=","unsafe":true}"#,
    r#"{"ask":"history","events":[{"operation":"order","at":"2026-11-18T09:00:00Z","body":{}}]}"#,
    r#"{"ask":"matrix","features":["avs","moto"]}"#,
    r#"{"ask":"route","method":"POST","path":"/orders"}"#,
    r#"{"ask":"notes","policy":{"max_findings":0}}"#,
    r#"{"ask":"check","operation":"order","facts":{"now":7}}"#,
    r#"{"ask":"brand","digits":7}"#,
];

/// The rest of the fuzzer's bytes.
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl<'a> Choices<'a> {
    /// The next byte; 0 after the last one.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        core::array::from_fn(|_| self.byte())
    }

    /// A number of an enumeration with `most` items; sometimes an invalid one.
    pub(crate) fn number(&mut self, most: u8) -> i32 {
        match self.byte() {
            255 => i32::MIN,
            254 => i32::MAX,
            253 => -1,
            byte => i32::from(byte % (most + 2)),
        }
    }

    /// An index; sometimes out of range.
    pub(crate) fn index(&mut self) -> usize {
        match self.byte() {
            255 => usize::MAX,
            byte => usize::from(byte),
        }
    }

    /// A large or a small number.
    pub(crate) fn long(&mut self) -> i64 {
        if self.byte() < 128 { i64::from(self.byte()) } else { i64::from_le_bytes(self.bytes()) }
    }

    /// A mask with few or many bits.
    pub(crate) fn mask(&mut self) -> u64 {
        if self.byte() < 192 { 2 << (self.byte() % 20) } else { self.long() as u64 }
    }

    /// The index of a kept handle.
    pub(crate) fn place(&mut self) -> usize {
        usize::from(self.byte() % 3)
    }

    /// A kept handle, or NULL.
    pub(crate) fn handle(&mut self, kept: &[Handle; 3]) -> Handle {
        kept.get(usize::from(self.byte() % 4)).copied().unwrap_or(core::ptr::null_mut())
    }

    /// An out-parameter; sometimes NULL.
    pub(crate) fn out<T>(&mut self, to: &mut T) -> *mut T {
        if self.byte() < 240 { to } else { core::ptr::null_mut() }
    }

    /// One of the known texts, part of the input, or NULL.
    pub(crate) fn text(&mut self) -> Passed {
        match self.byte() {
            byte @ 0..192 => Passed::of(TEXTS[usize::from(byte) % TEXTS.len()].as_bytes()),
            192..240 => {
                let length = usize::from(self.byte()).min(self.0.len());
                let (text, rest) = self.0.split_at(length);
                self.0 = rest;
                Passed::of(text)
            }
            byte => Passed { memory: None, length: [0, 1, usize::MAX][usize::from(byte) % 3] },
        }
    }

    /// A question, or a text.
    pub(crate) fn question(&mut self) -> Passed {
        match usize::from(self.byte()) {
            byte @ 0..192 => Passed::of(QUESTIONS[byte % QUESTIONS.len()].as_bytes()),
            _ => self.text(),
        }
    }

    /// A buffer of exactly the length that it claims, or NULL.
    pub(crate) fn buffer(&mut self) -> Passed {
        match self.byte() {
            255 => Passed { memory: None, length: 1 },
            254 => Passed { memory: None, length: 0 },
            byte => Passed::of(&vec![0; usize::from(byte) * 16]),
        }
    }
}

/// Memory of exactly the length that is passed with it.
pub(crate) struct Passed {
    memory: Option<Box<[u8]>>,
    pub(crate) length: usize,
}

impl Passed {
    fn of(bytes: &[u8]) -> Passed {
        Passed { memory: Some(bytes.into()), length: bytes.len() }
    }

    pub(crate) fn data(&self) -> *const u8 {
        self.memory.as_ref().map_or(core::ptr::null(), |memory| memory.as_ptr())
    }

    pub(crate) fn data_mut(&mut self) -> *mut u8 {
        self.memory.as_mut().map_or(core::ptr::null_mut(), |memory| memory.as_mut_ptr())
    }
}

//! What a caller might pass, chosen by bytes.

use super::header::Handle;

/// Texts that get somewhere: bodies, facts, policies, names.
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

/// What is left of the bytes that choose.
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl<'a> Choices<'a> {
    /// The next byte, 0 behind the last.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        core::array::from_fn(|_| self.byte())
    }

    /// A number of an enumeration of `most`, now and then of none.
    pub(crate) fn number(&mut self, most: u8) -> i32 {
        match self.byte() {
            255 => i32::MIN,
            254 => i32::MAX,
            253 => -1,
            byte => i32::from(byte % (most + 2)),
        }
    }

    /// An index, now and then of nothing.
    pub(crate) fn index(&mut self) -> usize {
        match self.byte() {
            255 => usize::MAX,
            byte => usize::from(byte),
        }
    }

    /// A large number, or a small one.
    pub(crate) fn long(&mut self) -> i64 {
        if self.byte() < 128 { i64::from(self.byte()) } else { i64::from_le_bytes(self.bytes()) }
    }

    /// A mask of few bits, or of many.
    pub(crate) fn mask(&mut self) -> u64 {
        if self.byte() < 192 { 2 << (self.byte() % 20) } else { self.long() as u64 }
    }

    /// One of the places where a handle is kept.
    pub(crate) fn place(&mut self) -> usize {
        usize::from(self.byte() % 3)
    }

    /// A handle that is there, or NULL.
    pub(crate) fn handle(&mut self, kept: &[Handle; 3]) -> Handle {
        kept.get(usize::from(self.byte() % 4)).copied().unwrap_or(core::ptr::null_mut())
    }

    /// Where an answer goes: NULL now and then.
    pub(crate) fn out<T>(&mut self, to: &mut T) -> *mut T {
        if self.byte() < 240 { to } else { core::ptr::null_mut() }
    }

    /// A text: known, part of the input, or none at all.
    pub(crate) fn text(&mut self) -> Given {
        match self.byte() {
            byte @ 0..192 => Given::of(TEXTS[usize::from(byte) % TEXTS.len()].as_bytes()),
            192..240 => {
                let length = usize::from(self.byte()).min(self.0.len());
                let (text, rest) = self.0.split_at(length);
                self.0 = rest;
                Given::of(text)
            }
            byte => Given { memory: None, length: [0, 1, usize::MAX][usize::from(byte) % 3] },
        }
    }

    /// A buffer of no more bytes than it says, or none.
    pub(crate) fn buffer(&mut self) -> Given {
        match self.byte() {
            255 => Given { memory: None, length: 1 },
            254 => Given { memory: None, length: 0 },
            byte => Given::of(&vec![0; usize::from(byte) * 16]),
        }
    }
}

/// Memory of just the length that the callee is told.
pub(crate) struct Given {
    memory: Option<Box<[u8]>>,
    pub(crate) length: usize,
}

impl Given {
    fn of(bytes: &[u8]) -> Given {
        Given { memory: Some(bytes.into()), length: bytes.len() }
    }

    pub(crate) fn data(&self) -> *const u8 {
        self.memory.as_ref().map_or(core::ptr::null(), |memory| memory.as_ptr())
    }

    pub(crate) fn data_mut(&mut self) -> *mut u8 {
        self.memory.as_mut().map_or(core::ptr::null_mut(), |memory| memory.as_mut_ptr())
    }
}

//! Zstandard: one frame after another, as `zstd`, `pzstd` and `cat a.zst b.zst` write them.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::error::Error;
use std::io::{self, BufRead, Read};

/// Decompresses all frames of a source.
pub(super) struct Decoder<R> {
    source: R,
    frame: FrameDecoder,
    in_frame: bool,
    /// Whether there was a frame: an input without any, even an empty one, isn't compressed data.
    has_frames: bool,
}

impl<R: BufRead> Decoder<R> {
    pub(super) fn new(source: R) -> Decoder<R> {
        Decoder { source, frame: FrameDecoder::new(), in_frame: false, has_frames: false }
    }

    /// Begins the next frame with data; returns `false` at the end of the source.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            self.has_frames = true;
            match self.frame.init(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let skipped = io::copy(&mut (&mut self.source).take(length), &mut io::sink())?;
                    if skipped < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(FrameDecoderError::ReadFrameHeaderError(
                    ReadFrameHeaderError::BadMagicNumber(_),
                )) => return Err(invalid("invalid Zstandard header")),
                Err(error) => return Err(unreadable(error)),
            }
        }
        if self.has_frames { Ok(false) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    fn check_sum(&self) -> io::Result<()> {
        let said = self.frame.get_checksum_from_data();
        if said.is_some() && said != self.frame.get_calculated_checksum() {
            return Err(invalid("the checksum of a Zstandard frame is wrong"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.in_frame && !self.next_frame()? {
                return Ok(0);
            }
            self.in_frame = true;
            while self.frame.can_collect() == 0 && !self.frame.is_finished() {
                let one_block = BlockDecodingStrategy::UptoBlocks(1);
                self.frame.decode_blocks(&mut self.source, one_block).map_err(unreadable)?;
            }
            let count = self.frame.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            self.check_sum()?;
            self.in_frame = false;
        }
    }
}

/// The I/O error of the source, or an error that its data is wrong. The library's messages are names of
/// its types, and show bytes.
fn unreadable(error: FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return match error.kind() {
                io::ErrorKind::UnexpectedEof => io::ErrorKind::UnexpectedEof.into(),
                kind => io::Error::new(kind, error.to_string()),
            };
        }
        cause = error.source();
    }
    invalid("invalid Zstandard data")
}

fn invalid(problem: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

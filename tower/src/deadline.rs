//! Until when a body has to be there.

#[cfg(feature = "tokio")]
use pin_project_lite::pin_project;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

#[cfg(feature = "tokio")]
pin_project! {
    /// Begins to run when it is first polled, so a body that is there at once needs no timer.
    pub(crate) struct Deadline {
        after: Option<Duration>,
        #[pin]
        sleep: Option<tokio::time::Sleep>,
    }
}

#[cfg(feature = "tokio")]
impl Deadline {
    pub(crate) fn new(after: Option<Duration>) -> Deadline {
        Deadline { after, sleep: None }
    }

    pub(crate) fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut this = self.project();
        let Some(after) = *this.after else { return Poll::Pending };
        if this.sleep.is_none() {
            this.sleep.set(Some(tokio::time::sleep(after)));
        }
        this.sleep.as_pin_mut().map_or(Poll::Pending, |sleep| sleep.poll(cx))
    }
}

/// There is no timer without a runtime, so it never passes.
#[cfg(not(feature = "tokio"))]
pub(crate) struct Deadline;

#[cfg(not(feature = "tokio"))]
impl Deadline {
    pub(crate) fn new(_: Option<Duration>) -> Deadline {
        Deadline
    }

    pub(crate) fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        Poll::Pending
    }
}

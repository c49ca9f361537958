//! The C face of paylint: libpaylint

//! Benchmarks of paylint beside its peers

//! The JavaScript face of paylint: the npm package paylint

// Resolves the peers from another folder, with all the conditions of their exports: see scripts/test-lowest-peers.mjs.
const PEER = /^(@reduxjs\/toolkit|react|react-dom|react-redux|redux|zod)(\/|$)/;

module.exports = (request, options) =>
  options.defaultResolver(
    request,
    PEER.test(request) ? { ...options, basedir: process.env.RDC_PEERS } : options,
  );

// A property that fails has killed its mutant: looking for the smallest counterexample would take most of the time.
const fc = require('fast-check');

fc.configureGlobal({ endOnFailure: true, interruptAfterTimeLimit: 2_000 });

// A failed property has killed its mutant: shrinking the counterexample would take most of the time.
// What only a property can find, it finds within a few dozen runs. A busy machine needs a second for some of them.
const fc = require('fast-check');

fc.configureGlobal({ endOnFailure: true, interruptAfterTimeLimit: 1_000 });

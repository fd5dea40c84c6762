// A property that fails has killed its mutant: looking for the smallest counterexample would take most of the time.
// What no other test tells, a property finds in its first dozens of runs. A busy machine needs a second for some of them.
const fc = require('fast-check');

fc.configureGlobal({ endOnFailure: true, interruptAfterTimeLimit: 1_000 });

// A property that fails has killed its mutant: looking for the smallest counterexample would take most of the time.
// What no other test tells, a property finds in its first dozens of runs.
const fc = require('fast-check');

fc.configureGlobal({ endOnFailure: true, interruptAfterTimeLimit: 300 });

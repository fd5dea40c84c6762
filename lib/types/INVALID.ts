/**
 * Marks a value that must not be shown, because a record it requires is
 * missing or deleted. Exists only during a walk; never in state or in results.
 * The same for schemas and walkers of two copies of the library.
 */
export const INVALID: unique symbol = Symbol.for('rdc-toolkit.invalid');

/**
 * Stands for a value that must not be shown, because a record it requires is
 * missing or deleted. Lives only inside a walk; never in state or in results.
 */
export const INVALID: unique symbol = Symbol('invalid');

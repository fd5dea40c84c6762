/** Whether two types are identical for the compiler: `any` equals nothing else, and `readonly` counts. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** A type assertion that only compiles if it is true. */
export type Expect<Statement extends true> = Statement;

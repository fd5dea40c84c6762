/** Whether two types are the same one, as the compiler sees it: `any` equals nothing else, `readonly` counts. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** A statement about types that does not compile when it is not true. */
export type Expect<Statement extends true> = Statement;

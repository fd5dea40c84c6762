/**
 * What happens to data of a response that does not match its schema: to a record that
 * its entity's `validate` objects to, or to a response that its `responseSchema` does.
 *
 * | policy | what happens |
 * |---|---|
 * | `reject` | the request fails, and nothing of the response is stored |
 * | `drop` | the record is left out, as if it had not been sent: lists keep the others; a response that has nothing else fails |
 * | `keep` | the record is stored as it came |
 *
 * What is dropped or kept is said on the console in development, once per cause,
 * and reported to the endpoint's `onSchemaFailure`.
 */
export type SchemaFailurePolicy = 'reject' | 'drop' | 'keep';

/** What happens where an endpoint does not say. */
export const DEFAULT_SCHEMA_FAILURE_POLICY: SchemaFailurePolicy = 'reject';

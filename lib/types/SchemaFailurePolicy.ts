/**
 * What happens to response data that does not match its schema: to a record that its
 * entity's `validate` rejects, or to a response that its `responseSchema` rejects.
 *
 * | policy | what happens |
 * |---|---|
 * | `reject` | the request fails, and nothing of the response is stored |
 * | `drop` | the record is left out, as if it had not been sent: lists keep the others; a response that has nothing else fails |
 * | `keep` | the record is stored as it came |
 *
 * What is dropped or kept is logged to the console in development, once per cause,
 * and reported to the endpoint's `onSchemaFailure`.
 */
export type SchemaFailurePolicy = 'reject' | 'drop' | 'keep';

/** The policy of an endpoint without one. */
export const DEFAULT_SCHEMA_FAILURE_POLICY: SchemaFailurePolicy = 'reject';

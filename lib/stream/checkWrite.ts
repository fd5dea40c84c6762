const FORMS = '{ schema, args, value }, { endpoint, args, response }, several of them, or nothing';

/**
 * Checks one of what `read` of a stream returned.
 *
 * @throws {Error} that says what is wrong with it, and what to return instead
 */
export function checkWrite(write: unknown): void {
  if (typeof write !== 'object' || write === null) throw refused(JSON.stringify(write) ?? String(write));
  if (typeof (write as { readonly then?: unknown }).then === 'function')
    throw new Error(`read() returned a promise. It must return at once: ${FORMS}.`);
  const { schema, endpoint, args } = write as Readonly<Record<string, unknown>>;
  if (!('schema' in write || 'endpoint' in write)) throw refused(`{ ${Object.keys(write).join(', ')} }`);
  if ('schema' in write) {
    if (schema === undefined || schema === null)
      throw new Error(
        `read() returned the schema ${schema}. Do two modules import each other, so that it is not defined yet?`,
      );
    return;
  }
  if (typeof (endpoint as { readonly key?: unknown } | null | undefined)?.key !== 'function')
    throw new Error(
      'read() returned an endpoint that is none. Return an endpoint, for example TodoResource.get instead of TodoResource.',
    );
  if (!Array.isArray(args))
    throw new Error(
      'read() returned an endpoint without its arguments. Return { endpoint, args: [...], response }.',
    );
}

function refused(what: string): Error {
  return new Error(`read() returned ${what}. Return ${FORMS}.`);
}

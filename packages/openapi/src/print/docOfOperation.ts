import type { EndpointPlan } from '../plan/Plan.js';
import type { Operation } from '../read/Operation.js';
import { isRecordOrNull } from './isRecordOrNull.js';
import type { Output } from './Output.js';

/** An endpoint's docstring. It says if the response does not update what the endpoint changes. */
export function docOfEndpoint(plan: EndpointPlan, file: string, output: Output): string {
  const { name, operation, removed, changes, isUnlisted } = plan;
  const { shape } = operation.response;
  if (isUnlisted) {
    output.untold.push(`${file}.${name}`);
    return docOfOperation(operation, 'No list has what it creates: refetch those that do.');
  }
  const isTold =
    changes.length === 0 ||
    (removed !== undefined && output.relations.of(removed.shape) !== undefined) ||
    (shape !== undefined && output.relations.isIn(shape));
  if (isTold) return docOfOperation(operation, noteOfNull(operation, output));
  output.untold.push(`${file}.${name}`);
  const kinds = changes.map(each => each.name).join(' or ');
  return docOfOperation(
    operation,
    `Its response holds no ${kinds}: what is stored stays as it was. Refetch what shows it.`,
  );
}

/** Says what a request for a record that may be `null` returns. */
export function noteOfNull({ method, response }: Operation, output: Output): string | undefined {
  const isSaid = method === 'GET' && isRecordOrNull(response.shape, output);
  return isSaid ? 'Its `record` is `null` where there is none.' : undefined;
}

/** An operation's docstring, with what else its callers need to know. */
export function docOfOperation(operation: Operation, note?: string): string {
  const { summary, description, isDeprecated, method, path } = operation;
  const first = summary ?? description?.split('\n')[0];
  const isMore = description !== undefined && summary !== undefined && description.trim() !== summary.trim();
  return [
    first ?? `${method} ${path}`,
    isMore ? shortened(description) : undefined,
    headerNote(operation),
    note,
    isDeprecated ? '@deprecated' : undefined,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Names the required headers that the endpoint does not set. */
export function headerNote({ headers }: Operation): string | undefined {
  const names = headers.map(name => `\`${name}\``).join(', ');
  return names === '' ? undefined : `Needs the header ${names}.`;
}

/** The first paragraph. The rest is left to the API's own docs. */
function shortened(text: string): string {
  return text.trim().split(/\n\s*\n/)[0] ?? '';
}

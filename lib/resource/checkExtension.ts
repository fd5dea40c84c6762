import { collectionIn } from '../endpoint/listMembers';
import { RestEndpoint } from '../endpoint/RestEndpoint';
import { describeValue, isClass } from '../errors/describeValue';
import { endpointOptionError } from '../errors/endpointOptionError';
import { warnOnce } from '../plain/warnOnce';

/**
 * Refuses arguments of `extend()` that cannot work; runs in development only.
 *
 * @param key names the resource
 * @param members the current members of the resource
 * @throws {UsageError} naming the member and what to write instead
 */
export function checkExtension(key: string, members: object, first: unknown): void {
  const refuse = refusalsOf(key);
  if (typeof first === 'function' && !isClass(first)) return;
  if (typeof first === 'string') {
    checkAdded(members, first, refuse);
  } else if (typeof first === 'object' && first !== null) {
    for (const member of Object.keys(first)) checkChanged(members, member, refuse);
  } else {
    const problem = `was given ${describeValue(first)}`;
    refuse('extend', problem, "Write extend({ get: { ... } }), or extend('name', { ... }).");
  }
}

/** Checks the members that a function passed to `extend()` returned. */
export function checkAddedMembers(key: string, members: object, added: unknown): void {
  const refuse = refusalsOf(key);
  if (typeof added !== 'object' || added === null)
    refuse('extend', 'did not return an object of members', 'Write extend(base => ({ name: ... })).');
  for (const [member, value] of Object.entries(added as object)) {
    const isOmitted = value === undefined;
    if (isOmitted || typeof value === 'function' || typeof memberOf(members, member) !== 'function') continue;
    const problem = `returned ${describeValue(value)} for its endpoint ${member}`;
    const fix = `Write extend(base => ({ ${member}: base.${member}.extend({ ... }) })), or extend({ ${member}: { ... } }).`;
    refuse('extend', problem, fix);
  }
}

/** Warns if lists no longer maintain themselves, since `extend()` gave them another collection. */
export function checkLists(key: string, before: object, after: object): void {
  const [listBefore, listAfter] = [before, after].map(members => {
    const list = memberOf(members, 'getList');
    return list instanceof RestEndpoint ? collectionIn(list.schema) : undefined;
  });
  if (!listBefore?.options.belongs || !listAfter || listAfter.options.belongs) return;
  warnOnce(
    `belongs of ${key}`,
    `The resource ${key} has \`belongs\`, but extend() gave its getList another Collection, without it, so that list does ` +
      'not follow changes. Keep the Collection: write extend(base => ({ getList: base.getList.extend({ schema: ' +
      '{ items: base.getList.schema } }) })), or pass belongs to the new one.',
  );
}

type Refuse = (member: string, problem: string, fix: string) => never;

function refusalsOf(key: string): Refuse {
  return (member, problem, fix) => {
    throw endpointOptionError(`the resource ${key}`, member, problem, fix);
  };
}

function checkAdded(members: object, member: string, refuse: Refuse): void {
  if (Object.hasOwn(members, member) || member === 'extend') {
    const fix = `Change it with extend({ ${member}: { ... } }), or choose another name.`;
    refuse(member, 'already exists', fix);
  }
  if (memberOf(members, 'get') instanceof RestEndpoint) return;
  const fix = `Write extend(() => ({ ${member}: new RestEndpoint({ ... }) })).`;
  refuse(member, 'cannot extend `get`, which is not a RestEndpoint', fix);
}

function checkChanged(members: object, member: string, refuse: Refuse): void {
  const endpoint = memberOf(members, member);
  if (endpoint instanceof RestEndpoint) return;
  if (endpoint !== undefined) {
    const fix = `Write extend(base => ({ ${member}: ... })).`;
    refuse(member, 'is not a RestEndpoint, so it has no such options', fix);
  }
  const memberNames = Object.keys(members).join(', ');
  refuse(member, `does not exist (members: ${memberNames})`, insteadOfChanging(member));
}

function memberOf(members: object, member: string): unknown {
  return Object.hasOwn(members, member) ? (members as Readonly<Record<string, unknown>>)[member] : undefined;
}

/** Endpoints derived from a list follow the list; with other options, they are separate members. */
const DERIVED = new Set(['push', 'unshift', 'assign', 'remove', 'move', 'getPage']);

function insteadOfChanging(member: string): string {
  return DERIVED.has(member)
    ? `It is derived from a list: write extend(({ getList }) => ({ mine: getList.${member}.extend({ ... }) })).`
    : `Add it with extend('${member}', { ... }).`;
}

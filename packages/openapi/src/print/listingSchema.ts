import ts from 'typescript';
import type { Listing } from '../plan/Plan.js';
import { singular, valueName, wordsOf } from '../plan/words.js';
import type { Operation } from '../read/Operation.js';
import { array, id, make, member, object, string } from './ast.js';
import type { Module } from './Module.js';
import type { Output } from './Output.js';
import { schemaOf } from './schemaOf.js';
import { wholeSchema } from './wholeSchema.js';

const { factory } = ts;

/** The schema for reading a list that creations add to, or for adding to it: `taskLists` or `taskLists.push`. */
export function listingSchema(
  listing: Listing,
  { response: { shape } }: Operation,
  module: Module,
  output: Output,
): ts.Expression | undefined {
  const lists = listsOf(listing, module, output);
  if (lists === undefined || shape === undefined) return undefined;
  const own = listing.isCreation ? member(lists, 'push') : lists;
  const { place } = listing;
  return place.length === 0 ? own : wholeSchema(shape, module, output, { place, schema: own });
}

/** The collection that both use, which is declared on first use. */
function listsOf(listing: Listing, module: Module, output: Output): ts.Expression | undefined {
  const { path, item, nonFilters } = listing;
  const declared = module.listsAt.get(path);
  if (declared !== undefined) return id(declared);
  const element = schemaOf(item, module, output);
  if (element === undefined) return undefined;
  const last = path.split('/').findLast(part => part !== '' && !part.startsWith('{')) ?? '';
  const wanted = valueName([...singular(wordsOf(last)), 'lists']);
  const taken = new Set(module.listsAt.values());
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted}${i}`;
  module.listsAt.set(path, name);
  const options =
    nonFilters.length === 0 ? [] : [object([['nonFilterArgumentKeys', array(nonFilters.map(string))]])];
  const value = make(module.library('Collection'), [array([element]), ...options]);
  module.statements.push(
    factory.createVariableStatement(
      undefined,
      factory.createVariableDeclarationList(
        [factory.createVariableDeclaration(name, undefined, undefined, value)],
        ts.NodeFlags.Const,
      ),
    ),
  );
  return id(name);
}

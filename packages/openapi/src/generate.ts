import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import type ts from 'typescript';
import { sealed } from './files.js';
import { OpenapiError } from './OpenapiError.js';
import { nameInline, type ReadOptions } from './plan/inline/nameInline.js';
import { checkOptions, type Kinds } from './plan/Kinds.js';
import { findKeyless, type Keyless } from './plan/keyless.js';
import { makePlan } from './plan/makePlan.js';
import { ownName } from './plan/schemaNames.js';
import { print } from './print/ast.js';
import {
  endpointStatements,
  formStatements,
  groupStatements,
  jsonStatements,
} from './print/endpointFiles.js';
import {
  ENDPOINT,
  FORM_ENDPOINT,
  isSentAsForm,
  isSentAsJsonText,
  JSON_ENDPOINT,
} from './print/endpointOf.js';
import { entityStatements } from './print/entityFile.js';
import { Module } from './print/Module.js';
import type { Output, PrintOptions } from './print/Output.js';
import { findRelations } from './print/relations.js';
import { resourceStatements } from './print/resourceFile.js';
import { TYPES } from './print/typeOf.js';
import { typeStatements } from './print/typesFile.js';
import { SCHEMAS, zodStatements } from './print/zodOf.js';
import type { Description } from './read/Description.js';
import { serverOf } from './read/serverOf.js';

/** How the files are written. */
export interface GenerateOptions extends ReadOptions, PrintOptions {
  /** The name of the source in the first line of each file. */
  readonly source: string;
  /** What imports of other files end with: '' or '.js' or '.ts'. */
  readonly extension: '' | '.js' | '.ts';
  /** The output folder: a file in it that exports a class with a generated one's name replaces that one. */
  readonly folder: string;
}

/** The output for a description. */
export interface Generated {
  /** The text of each file by its name within the generated folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly counts: { readonly entities: number; readonly resources: number; readonly endpoints: number };
  /** Classes of your own that are used in place of generated ones. */
  readonly own: readonly string[];
  /** Endpoints whose response does not update the records that they change: `UserResource.delete`. */
  readonly untold: readonly string[];
  /** What has the path of a record but is not one. */
  readonly keyless: Keyless;
}

/**
 * Generates files. The same description, options and own classes always give the same text.
 *
 * @throws {OpenapiError} when there is nothing to generate, or a name is taken
 */
export async function generate(given: Description, options: GenerateOptions): Promise<Generated> {
  const { description, shapes, operations, kinds, nameless } = nameInline(given, options);
  if (operations.length === 0) {
    throw new OpenapiError(
      'nothing-to-generate',
      'The paths of the description have no operation that can be used (#/paths): get, put, post, patch, delete.',
      'Give the description that lists them: often the file that refers to this one.',
    );
  }
  checkOptions(operations, kinds, options);
  const relations = findRelations(kinds);
  const plan = makePlan(operations, kinds);
  const output: Output = {
    kinds,
    relations,
    options,
    inputs: new Map(),
    plains: new Map(),
    types: new Set(),
    zods: new Map(),
    untold: [],
  };
  const own = new Set(
    [...kinds.entities.map(({ name }) => name), ENDPOINT].filter(name => isOwn(options.folder, name)),
  );
  const pathTo = (file: string) => `${own.has(file) ? '..' : '.'}/${file}${options.extension}`;
  const texts = new Map<string, Promise<string>>();
  // On some systems Issue.ts and issue.ts are one file.
  const taken = new Map<string, string>();
  const add = (name: string, make: (module: Module) => readonly ts.Statement[]) => {
    const other = taken.get(name.toLowerCase());
    if (other !== undefined) throw nameTaken([other, name], kinds);
    taken.set(name.toLowerCase(), name);
    const module = new Module(name, pathTo);
    const statements = make(module);
    texts.set(`${name}.ts`, finish([...module.importStatements(), ...statements], options.source));
  };

  const { info, servers } = description.document;
  const lists = new Set(operations.flatMap(each => each.lists));
  const api = {
    server: options.urlPrefix ?? serverOf(servers) ?? '',
    title: info?.title ?? 'the API',
    isIndexed: lists.has('indexed') && !lists.has('repeated'),
  };
  add(ENDPOINT, module => endpointStatements(api, module));
  if (operations.some(isSentAsForm)) add(FORM_ENDPOINT, formStatements);
  if (operations.some(each => isSentAsJsonText(each, kinds))) add(JSON_ENDPOINT, jsonStatements);
  for (const entity of kinds.entities) add(entity.name, module => entityStatements(entity, module, output));
  for (const each of plan.resources) add(each.name, module => resourceStatements(each, module, output));
  for (const each of plan.groups) add(each.name, module => groupStatements(each, module, output));
  if (options.zod) add(SCHEMAS, module => zodStatements(module, output));
  // Last: only now are all used types known.
  add(TYPES, module => typeStatements(module, output, pointer => shapes.rawAt(pointer).description));

  const files = new Map<string, string>();
  for (const name of [...texts.keys()].sort()) files.set(name, (await texts.get(name)) ?? '');
  const groups = plan.groups.reduce((count, { endpoints }) => count + endpoints.length, 0);
  const members = plan.resources.reduce((count, each) => count + each.members.length, 0);
  return {
    files,
    counts: {
      entities: kinds.entities.length,
      resources: plan.resources.length,
      endpoints: groups + members,
    },
    own: [...own].sort(),
    untold: output.untold,
    keyless: findKeyless(operations, kinds, options, nameless),
  };
}

async function finish(statements: readonly ts.Statement[], source: string): Promise<string> {
  const text = await format(print(statements), {
    parser: 'typescript',
    printWidth: 110,
    singleQuote: true,
    arrowParens: 'avoid',
  });
  return sealed(text, source);
}

function nameTaken(names: readonly [string, string], { entities }: Kinds): OpenapiError {
  const [first, second] = names.map(name => `${name}.ts`);
  const entity = entities.find(({ name }) => names.includes(name));
  const [schema = ''] = entity?.forms ?? [];
  return new OpenapiError(
    'name-taken',
    `The record "${entity?.name}" cannot have that name: ` +
      (first === second
        ? `${first} holds something else.`
        : `${first} and ${second} are one file on some systems.`),
    `Give it another one: --name ${ownName(schema)}=<Name>.`,
  );
}

/** Whether there is a file beside the generated folder that exports a name. */
function isOwn(folder: string, name: string): boolean {
  const path = join(folder, `${name}.ts`);
  if (!existsSync(path)) return false;
  return new RegExp(
    `export\\s+(?:default\\s+)?(?:abstract\\s+)?(?:class|const)\\s+${name}\\b|export\\s*\\{[^}]*\\b${name}\\b`,
  ).test(readFileSync(path, 'utf8'));
}

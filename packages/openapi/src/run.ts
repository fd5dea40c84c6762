import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { GENERATED, writeFiles } from './files.js';
import { generate } from './generate.js';
import { OpenapiError } from './OpenapiError.js';
import { readDescription } from './read/readDescription.js';

const HELP = `rdc-toolkit-openapi: writes entities and resources of rdc-toolkit from an OpenAPI description.

  npx rdc-toolkit-openapi openapi.json --out src/api

  <description>            file or address, JSON or YAML, OpenAPI 3.0 or 3.1
  --out <folder>           where it is written: into <folder>/generated. Files beside it are yours.
  --url-prefix <url>       put before every path, in place of the servers of the description
  --name <schema>=<Name>   what a schema is called; schemas of one name are forms of one record (repeatable)
  --key <schema>=<fields>  the fields that are the key of a record, as a,b or a.b; none if it is no record (repeatable)
  --dates                  make Date of the fields of records that are a date and time
  --zod                    check what is sent, and responses without records, with Zod 4
  --extension <.js|.ts>    what imports of other files end with (default: nothing)
  --check                  write nothing; fail if something would be written
  --force                  overwrite generated files that were changed by hand
  --no-validate            do not check the description against the rules of OpenAPI
  --help, --version

Exit codes: 0 done · 1 the description cannot be used · 2 wrong arguments · 3 a file is in the way · 4 --check found something
`;

/** Runs the generator with the arguments of a command line, and returns the exit code. */
export async function run(
  args: readonly string[],
  out: Out = { log: console.log, error: console.error },
): Promise<number> {
  try {
    return await runChecked(args, out);
  } catch (error) {
    if (!(error instanceof OpenapiError)) throw error;
    out.error(error.message);
    return { usage: 2, 'changed-by-hand': 3, 'not-ours': 3, 'out-of-date': 4 }[error.code as 'usage'] ?? 1;
  }
}

/** Where messages go. */
export interface Out {
  readonly log: (text: string) => void;
  readonly error: (text: string) => void;
}

async function runChecked(args: readonly string[], out: Out): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help === true) {
    out.log(HELP);
    return 0;
  }
  if (values.version === true) {
    const { default: own } = await import('../package.json', { with: { type: 'json' } });
    out.log(own.version);
    return 0;
  }
  const [source, ...others] = positionals;
  const folder = values.out;
  if (source === undefined || folder === undefined || others.length > 0) {
    throw usage(
      source === undefined
        ? 'No description was given.'
        : folder === undefined
          ? 'No folder was given.'
          : `One description at a time, not also ${others.join(', ')}.`,
    );
  }
  const extension = values.extension ?? '';
  if (extension !== '' && extension !== '.js' && extension !== '.ts') {
    throw usage(`--extension is "${extension}"; it can be .js or .ts.`);
  }
  const description = await readDescription(source, { isChecked: values['no-validate'] !== true });
  const { files, counts, own, untold, keyless } = await generate(description, {
    source: basename(source),
    folder,
    extension,
    urlPrefix: values['url-prefix'],
    names: Object.fromEntries(pairs('--name', values.name)),
    keys: Object.fromEntries(
      pairs('--key', values.key).map(([name, fields]) => [name, fields.split(',').filter(Boolean)]),
    ),
    dates: values.dates === true,
    zod: values.zod === true,
  });
  const target = join(folder, GENERATED);
  const isDry = values.check === true;
  const { written, removed, unchanged } = writeFiles(target, files, {
    isForced: values.force === true,
    isDry,
  });
  if (isDry && written.length + removed.length > 0) {
    throw new OpenapiError(
      'out-of-date',
      `${target} does not fit ${source}: ${[...written, ...removed].sort().join(', ')}.`,
      'Run the same command without --check, and commit what it writes.',
    );
  }
  const { entities, resources, endpoints } = counts;
  out.log(`${entities} entities, ${resources} resources, ${endpoints} further endpoints in ${target}`);
  out.log(`${written.length} files written, ${unchanged} unchanged, ${removed.length} removed`);
  if (untold.length > 0) {
    out.log(
      `Their responses leave records or lists that they change as they were; fetch these again: ${listed(untold)}`,
    );
  }
  const [first] = keyless.schemas;
  if (first !== undefined) {
    out.log(
      `No records, since no field is their key: ${listed(keyless.schemas)}. Name one with --key ${first}=<field>, or none with --key ${first}=`,
    );
  }
  if (keyless.requests.length > 0) {
    out.log(
      `No records, since their schemas have no name and no path gives them one: the responses of ${listed(keyless.requests)}`,
    );
  }
  if (own.length > 0) out.log(`Yours in place of generated ones: ${own.join(', ')}`);
  return 0;
}

/** The most names to list. */
const SHOWN = 10;

function listed(names: readonly string[]): string {
  const more = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : '';
  return `${names.slice(0, SHOWN).join(', ')}${more}`;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string', short: 'o' },
        'url-prefix': { type: 'string' },
        name: { type: 'string', multiple: true },
        key: { type: 'string', multiple: true },
        dates: { type: 'boolean' },
        zod: { type: 'boolean' },
        extension: { type: 'string' },
        check: { type: 'boolean' },
        force: { type: 'boolean' },
        'no-validate': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (cause) {
    throw usage((cause as Error).message);
  }
}

function pairs(option: string, given: readonly string[] = []): (readonly [string, string])[] {
  return given.map(text => {
    const [name, value] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
    if (text.includes('=') && name !== '') return [name, value];
    throw usage(`${option} is "${text}"; write ${option} schema=value.`);
  });
}

function usage(problem: string): OpenapiError {
  return new OpenapiError(
    'usage',
    problem,
    'rdc-toolkit-openapi openapi.json --out src/api, and --help for the rest.',
  );
}

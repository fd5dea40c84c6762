import ts from 'typescript';
import type { EntityKind } from '../plan/Kinds.js';
import { keyInPath } from '../plan/paths.js';
import { localName } from '../plan/words.js';
import type { Operation } from '../read/Operation.js';
import { parameterNames } from '../read/readOperations.js';
import { arrow, id, keyword, object, parameter, propertyName, union } from './ast.js';

const { factory } = ts;

/**
 * `process: (_response, { id }) => ({ id })`: the record that a deletion's path names.
 *
 * @param parameters of the path, in order, named as in the library's path
 */
export function removedByPath(
  entity: EntityKind,
  operation: Operation,
  parameters: readonly string[],
): (readonly [name: string, value: ts.Expression])[] {
  const inPath = parameterNames(operation.path);
  // By position: a parent's parameter may be named like the key's field.
  const names = keyInPath(operation, entity)?.map(name => parameters[inPath.indexOf(name)] ?? name);
  if (names === undefined) return [];
  const fields = entity.key.map((keyPath, i) => [keyPath, localName(names[i] ?? '')] as const);
  const arg = parameter(
    factory.createObjectBindingPattern(
      names.map(name => {
        const local = localName(name);
        return factory.createBindingElement(
          undefined,
          local === name ? undefined : propertyName(name),
          local,
        );
      }),
    ),
    factory.createTypeLiteralNode(
      names.map(name =>
        factory.createPropertySignature(
          undefined,
          propertyName(name),
          undefined,
          union([keyword('string'), keyword('number')]),
        ),
      ),
    ),
  );
  const record = nested(fields);
  return [['process', arrow([parameter('_response', keyword('unknown')), arg], record)]];
}

/** `{ metadata: { namespace, name } }` */
function nested(fields: readonly (readonly [path: readonly string[], local: string])[]): ts.Expression {
  const groups = new Map<string, (readonly [readonly string[], string])[]>();
  for (const [[first = '', ...rest], local] of fields)
    groups.set(first, [...(groups.get(first) ?? []), [rest, local]]);
  return object(
    [...groups].map(([field, inner]) => {
      const [only] = inner;
      return [field, only?.[0].length === 0 ? id(only[1]) : nested(inner)];
    }),
  );
}

import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';

/** Search parameters of the pages that a response links to, by relation; of a repeated one, the last value. */
export interface PageLinks {
  readonly next?: Readonly<Record<string, string>>;
  readonly prev?: Readonly<Record<string, string>>;
  readonly first?: Readonly<Record<string, string>>;
  readonly last?: Readonly<Record<string, string>>;
}

const LINK = /<([^>]*)>([^<]*)/g;
const RELATION = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i;
const RELATIONS: readonly string[] = ['next', 'prev', 'first', 'last'];

/**
 * Reads links to other pages from a response's `Link` header; for an endpoint's `meta`.
 *
 * A page is its search parameters, such as `{ page: '2' }`, which can go into a request's arguments. For other
 * origins, the server must expose the header.
 *
 * @example
 * ```ts
 * import { Entity, pageLinks, resource } from 'rdc-toolkit';
 *
 * class Issue extends Entity {
 *   id = '';
 *   static key = 'Issue';
 * }
 *
 * const IssueResource = resource({ path: '/issues/:id', schema: Issue, paginationField: 'page' }).extend({
 *   getList: { meta: pageLinks },
 * });
 * ```
 */
export function pageLinks(response: Response): PageLinks {
  if (
    process.env.NODE_ENV !== 'production' &&
    typeof (response as Partial<Response> | null)?.headers?.get !== 'function'
  )
    throw argumentError(
      'pageLinks()',
      `it was given ${describeValue(response)}`,
      'Pass the response of `fetch`, as `meta` gets it: meta: pageLinks.',
    );
  const links = [...(response.headers.get('Link') ?? '').matchAll(LINK)].flatMap(
    ([, url = '', rest = '']) => {
      const [, quoted, bare] = RELATION.exec(rest) ?? [];
      const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
      return relations
        .map(relation => (relation === 'previous' ? 'prev' : relation))
        .filter(relation => RELATIONS.includes(relation))
        .map(relation => [relation, paramsIn(url)] as const);
    },
  );
  return Object.fromEntries(links);
}

function paramsIn(url: string): Readonly<Record<string, string>> {
  const [, query = ''] = url.split('#', 1)[0]?.split(/\?(.*)/s) ?? [];
  return Object.fromEntries(new URLSearchParams(query));
}

import { gql } from '@apollo/client';
import { InMemoryCache } from '@apollo/client/cache';
import type { Issue } from '../payloads';
import type { Peer } from './Peer';

const USER = 'id login avatar_url html_url type site_admin';
const QUERY = gql`{
  issues {
    id number title body state locked comments html_url created_at updated_at closed_at
    user { ${USER} }
    labels { id name color description }
    repository { full_name name private description stargazers_count owner { ${USER} } }
  }
}`;
const TITLE = gql('fragment Title on Issue { title }');

const typeNames = new WeakMap<readonly Issue[], readonly object[]>();

/** As a GraphQL server sends it: each object with its type. Made beforehand, so that it costs nothing. */
export function withTypeNames(issues: readonly Issue[]): readonly object[] {
  const known = typeNames.get(issues);
  if (known !== undefined) return known;
  const user = (fields: object) => ({ __typename: 'User', ...fields });
  const typed = issues.map(issue => ({
    __typename: 'Issue',
    ...issue,
    user: user(issue.user),
    labels: issue.labels.map(label => ({ __typename: 'Label', ...label })),
    repository: { __typename: 'Repository', ...issue.repository, owner: user(issue.repository.owner) },
  }));
  typeNames.set(issues, typed);
  return typed;
}

/** The cache of Apollo Client, without its network. */
export const apollo: Peer = {
  name: 'Apollo Client cache',
  isNormalized: true,
  open() {
    const cache = new InMemoryCache({ typePolicies: { Repository: { keyFields: ['full_name'] } } });
    const read = () =>
      cache.readQuery<{ issues: readonly Issue[] }>({ query: QUERY, returnPartialData: true })?.issues ?? [];
    const write = (issues: readonly object[]) => void cache.writeQuery({ query: QUERY, data: { issues } });
    return {
      receive: issues => write(withTypeNames(issues)),
      read,
      rename: (id, title) =>
        void cache.writeFragment({
          id: `Issue:${id}`,
          fragment: TITLE,
          data: { __typename: 'Issue', title },
        }),
      append: page => write([...read(), ...withTypeNames(page)]),
      push: issue => write([...read(), ...withTypeNames([issue])]),
      unshift: issue => write([...withTypeNames([issue]), ...read()]),
      remove: id => void cache.evict({ id: `Issue:${id}` }),
    };
  },
};

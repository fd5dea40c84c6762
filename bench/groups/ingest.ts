/** What it costs to store a response, against what it costs to parse its text. */
import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
import { QueryClient } from '@tanstack/query-core';
import { normalize as normalizrNormalize, schema as normalizrSchema } from 'normalizr';
import { createDataClient, Entity, RestEndpoint } from 'rdc-toolkit';
import { compareByHand } from '../compareByHand';
import { type Candidate, compare } from '../measure';
import { type Issue, issues, recordedEvents } from '../payloads';
import { peers } from '../peers/all';
import { apollo, withTypeNames } from '../peers/apollo';
import { IssueResource, openStore } from '../peers/ours';
import type { Cache } from '../peers/Peer';
import { inUnitsOf, report } from '../report';
import { fromParsedToStored, noting, respondWith } from '../requests';
import { takeApartByHand } from '../takeApartByHand';

const PARSE = 'JSON.parse';
const UNIT = `× ${PARSE}`;
const SIZES = [1_000, 10_000];

const parse = (text: string): Candidate => ({ peer: PARSE, run: () => JSON.parse(text) });

/** A response of its own for each sample: what a library remembers of an object must not help it. */
function fresh(text: string, peer?: string): readonly Issue[] {
  const parsed = JSON.parse(text) as readonly Issue[];
  if (peer === apollo.name) withTypeNames(parsed);
  return parsed;
}

for (const size of SIZES) {
  const text = JSON.stringify(issues(size));

  const first = peers.map(({ name, open }): Candidate => {
    let cache: Cache;
    let response: readonly Issue[];
    return {
      peer: name,
      prepare: () => {
        cache = open();
        response = fresh(text, name);
      },
      run: () => cache.receive(response),
    };
  });
  let parsed: readonly Issue[];
  const byHand: Candidate = {
    peer: 'by hand',
    prepare: () => {
      parsed = fresh(text);
    },
    run: () => takeApartByHand(parsed),
  };
  report({
    title: `First response of ${size.toLocaleString('en')} nested records`,
    unit: UNIT,
    figures: inUnitsOf(PARSE, await compare([parse(text), byHand, ...first])),
    note: '*By hand* is a lower bound: four loops written for exactly these records, which put rows into `Map`s, without history, checks or immutability.',
  });

  const again = peers.map(({ name, open }) => {
    const cache = open();
    cache.receive(fresh(text, name));
    let response: readonly Issue[];
    const candidate: Candidate = {
      peer: name,
      prepare: () => {
        response = fresh(text, name);
      },
      run: () => cache.receive(response),
    };
    return { candidate, cache };
  });
  const known = takeApartByHand(fresh(text));
  const comparedByHand: Candidate = {
    peer: 'by hand',
    prepare: () => {
      parsed = fresh(text);
    },
    run: () => compareByHand(known, parsed),
  };
  const candidates = again.map(({ candidate }) => candidate);
  const [least, ...timings] = inUnitsOf(PARSE, await compare([parse(text), comparedByHand, ...candidates]));
  const figures = timings.map((timing, i) => {
    const { cache } = again[i] as (typeof again)[number];
    const before = cache.read();
    cache.receive(fresh(text));
    const changed = cache.read().filter((issue, at) => issue !== before[at]).length;
    return { ...timing, note: `${changed === size ? 'all' : changed} changed` };
  });
  report({
    title: `The same response again, ${size.toLocaleString('en')} records; how many of them are new objects afterwards`,
    unit: UNIT,
    figures: least === undefined ? figures : [least, ...figures],
    note: '*By hand* is a lower bound: each record is found in a `Map`, and each of its fields compared with the one that is stored. Nothing is written, not even a timestamp.',
  });
}

/** What stores the response of its own request, and how it is asked. */
const requests: readonly { readonly peer: string; readonly open: () => () => PromiseLike<unknown> }[] = [
  {
    peer: 'by hand',
    open() {
      let known: ReturnType<typeof takeApartByHand> | undefined;
      return async () => {
        const parsed = JSON.parse(await (await fetch('http://bench.test/issues')).text()) as readonly Issue[];
        if (known === undefined) known = takeApartByHand(parsed);
        else compareByHand(known, parsed);
      };
    },
  },
  {
    peer: 'rdc-toolkit',
    open() {
      const client = createDataClient();
      const store = configureStore({
        reducer: { [client.reducerPath]: noting(client.reducer) },
        middleware: getDefault => getDefault().concat(client.middleware),
      });
      return () => store.dispatch(IssueResource.getList.fetch({ state: 'open' }));
    },
  },
  {
    peer: 'RTK Query',
    open() {
      const api = createApi({
        baseQuery: fetchBaseQuery({ baseUrl: 'http://bench.test' }),
        endpoints: build => ({ getIssues: build.query<readonly Issue[], void>({ query: () => '/issues' }) }),
      });
      const store = configureStore({
        reducer: { [api.reducerPath]: noting(api.reducer) },
        middleware: getDefault => getDefault().concat(api.middleware),
      });
      return () => store.dispatch(api.endpoints.getIssues.initiate(undefined, { forceRefetch: true }));
    },
  },
  {
    peer: 'TanStack Query',
    open() {
      const client = new QueryClient();
      const queryFn = async () =>
        JSON.parse(await (await fetch('http://bench.test/issues')).text()) as unknown;
      return () => client.fetchQuery({ queryKey: ['issues'], queryFn });
    },
  },
];

for (const size of SIZES) {
  const text = JSON.stringify(issues(size));
  respondWith(() => text);
  for (const isAgain of [false, true]) {
    const candidates = requests.map(({ peer, open }): Candidate => {
      let request: () => PromiseLike<unknown>;
      return {
        peer,
        async prepare() {
          request = open();
          if (isAgain) await request();
        },
        run: () => fromParsedToStored(request),
      };
    });
    report({
      title: `A request of ${size.toLocaleString('en')} records${isAgain ? ', sent again' : ''}: from parsed to stored`,
      unit: UNIT,
      figures: inUnitsOf(PARSE, await compare([parse(text), ...candidates])),
      note: 'This includes a check that the data is plain JSON: what `JSON.parse` returns can contain `-0` and `Infinity`. It also includes moving what was parsed, since it is young when it is stored: V8 does so when what is stored needs the space. Before the rows above it was moved already, and was not timed.',
    });
  }
}

class Account extends Entity {
  id = 0;
  static key = 'Account';
}
class Repo extends Entity {
  id = 0;
  owner = Account.fromJS();
  static key = 'Repo';
  static schema = { owner: Account };
}
class Tag extends Entity {
  id = 0;
  static key = 'Tag';
}
class Ticket extends Entity {
  id = 0;
  static key = 'Ticket';
  static schema = { user: Account, labels: [Tag], assignees: [Account], assignee: Account };
}
class Pull extends Entity {
  id = 0;
  static key = 'Pull';
  static schema = {
    user: Account,
    labels: [Tag],
    assignees: [Account],
    head: { repo: Repo, user: Account },
    base: { repo: Repo, user: Account },
  };
}
const getEvents = new RestEndpoint({
  urlPrefix: 'http://bench.test',
  path: '/events',
  schema: [{ sender: Account, repository: Repo, issue: Ticket, pull_request: Pull }],
});

const user = new normalizrSchema.Entity('accounts');
const repo = new normalizrSchema.Entity('repos', { owner: user });
const tag = new normalizrSchema.Entity('tags');
const ticket = new normalizrSchema.Entity('tickets', {
  user,
  labels: [tag],
  assignees: [user],
  assignee: user,
});
const side = { repo, user };
const pull = new normalizrSchema.Entity('pulls', {
  user,
  labels: [tag],
  assignees: [user],
  head: side,
  base: side,
});
const events = [{ sender: user, repository: repo, issue: ticket, pull_request: pull }];

const text = JSON.stringify(recordedEvents());
let response: unknown;
let store: ReturnType<typeof openStore>['store'];
const recorded: readonly Candidate[] = [
  {
    peer: 'rdc-toolkit',
    prepare() {
      response = JSON.parse(text);
      ({ store } = openStore());
    },
    run: () => store.dispatch(getEvents.setResponse(response as never)),
  },
  {
    peer: 'normalizr',
    prepare() {
      response = JSON.parse(text);
    },
    run: () => normalizrNormalize(response, events),
  },
];
report({
  title: 'First response of the 329 events that GitHub sent, recorded by `@octokit/webhooks-examples`',
  unit: UNIT,
  figures: inUnitsOf(PARSE, await compare([parse(text), ...recorded])),
  note: '40 users and 21 repositories, nested up to seven levels deep and repeated in full each time.',
});

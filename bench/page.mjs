// Formats results as text: one entry for the console, all of them for docs/performance.md.

const OURS = 'rdc-toolkit';
/** No library can be faster than these. */
const LOWER_BOUNDS = ['by hand', 'React alone'];

/** The groups in order, each with its introduction. */
const GROUPS = {
  ingest: [
    'Storing responses',
    'In multiples of the time that `JSON.parse` takes for the same response: 1 means that storing takes as long as parsing. The records are issues of about 1.3 kB of JSON, each with a user, two labels, a repository and its owner.',
  ],
  lists: [
    'Reading and changing lists',
    'A list of 10 000 issues, joined with their users, labels and repositories. Changes include reading the list afterwards.',
  ],
  browser: [
    'In the browser',
    'Chromium, React, production builds. A mount is the first on its page. A change lasts from the action to the DOM.',
  ],
  inspector: [
    'In Redux DevTools',
    'Its inspector, in Chromium. The app is a development build, which is what DevTools is for. The inspector is a production build, as in the browser extension. Times are wall-clock times, so they include other programs.',
  ],
  panel: [
    'With the panel',
    'A development build in Chromium, since only that has a panel. Compared with the same app without it, not with other libraries.',
  ],
  heap: ['Memory', 'Each figure is from its own process.'],
  records: ['With more records, and more messages', undefined],
  pending: ['With more optimistic updates', undefined],
  stored: ['With more lists and responses', undefined],
};

/** One entry as a few lines. */
export function printed(entry) {
  if ('peers' in entry) return [`  ${entry.title}`, ...entry.peers.map(growthLine)].join('\n');
  const lines = entry.figures.map(({ peer, note, ...timing }) => {
    const said = note === undefined ? '' : `  ${note}`;
    return `    ${peer.padEnd(28)} ${short(timing.median).padStart(8)}   (${spread(timing)})${said}`;
  });
  return [`  ${entry.title} (${entry.unit})`, ...lines].join('\n');
}

function growthLine({ peer, points }) {
  const times = points.map(([size, ms]) => `${size.toLocaleString('en')}: ${short(ms)} ms`).join(', ');
  return `    ${peer.padEnd(28)} ${times}, exponent ${exponent(points).toFixed(2)}`;
}

/** Two significant digits; whole numbers from 100 on. */
function short(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));
}

const spread = ({ low, high }) => `${short(low)} – ${short(high)}`;

/** The slope of a straight line through the logarithms: 0 is flat, 1 is linear. */
function exponent(points) {
  const logs = points.map(pair => pair.map(Math.log));
  const mean = i => logs.reduce((sum, pair) => sum + pair[i], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, pair) => sum + (pair[0] - x) * (pair[1] - y), 0);
  return covariance / logs.reduce((sum, pair) => sum + (pair[0] - x) ** 2, 0);
}

/** The page of docs that shows all runs. */
export function performancePage(runs) {
  const known = Object.keys(GROUPS);
  const sorted = [...runs].sort((a, b) => known.indexOf(a.group) - known.indexOf(b.group));
  const rows = sorted.flatMap(({ entries }) => entries.filter(entry => 'figures' in entry));
  const growths = sorted.flatMap(({ entries }) => entries.filter(entry => 'peers' in entry));
  return [
    '# Performance',
    'Written by `npm run bench`, which measures this library and comparable ones in turn, in the same processes, with production builds. Figures are medians, with the quartiles beside them. Outside the browser they are CPU time including garbage collection, so other load on the machine hardly matters. Read them as ratios: the times are from one machine, but a library that is twice as fast here should be twice as fast elsewhere.',
    circumstances(sorted),
    ...sorted.map(({ group, entries }) =>
      section(
        group,
        entries.filter(entry => 'figures' in entry),
      ),
    ),
    growthSection(growths),
    winners(rows),
    LIMITS,
    REPEAT,
  ]
    .filter(part => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** The rows that README shows, by title; below, the libraries. */
const SELECTION = {
  'First response of 1,000 nested records':
    'First response of 1,000 nested records, as a multiple of `JSON.parse`',
  'One record of 10 000 changed: update, and read the list': 'One record changed, a list of 10,000 read',
  '10,000 mounted rows, one changes, to the DOM; how many rows rendered':
    'One of 10,000 mounted rows changed, to the DOM',
  'First mount of 10,000 rows': 'First mount of 10,000 rows',
  'Heap of 100,000 records, stored and the list read': 'Heap of 100,000 records, stored and read',
};
const SHOWN = [OURS, 'RTK Query', 'TanStack Query', 'data-client', 'Apollo Client cache'];

/** A table of some rows, libraries side by side. */
export function summary(runs) {
  const rows = runs.flatMap(({ entries }) => entries);
  const lines = Object.entries(SELECTION).map(([title, said]) => {
    const { unit, figures } = rows.find(row => row.title === title);
    const cells = SHOWN.map(name => {
      const figure = figures.find(({ peer }) => peer === name);
      if (figure === undefined) return '–';
      return `${short(figure.median)} ${unit.replace(' JSON.parse', '')}`.replace(/^(\S+) ×$/, '× $1');
    });
    return `| ${[said, ...cells].join(' | ')} |`;
  });
  const head = ['', `**${OURS}**`, 'RTK Query', 'TanStack Query', 'data-client', 'Apollo Client'];
  return [`| ${head.join(' | ')} |`, '|---|---:|---:|---:|---:|---:|', ...lines].join('\n');
}

function circumstances(runs) {
  const [{ machine, node }] = runs;
  const versions = Object.assign({}, ...runs.map(run => run.versions));
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const loads = runs.map(({ group, load }) => `${group} ${load}`);
  return `Measured on ${machine}, Node ${node.slice(1)}, with ${list.join(', ')}. Load on the machine after each group: ${loads.join(', ')}.`;
}

function section(group, rows) {
  if (rows.length === 0) return '';
  const [title, introduction] = GROUPS[group];
  return [`## ${title}`, introduction, ...rows.map(table)].filter(part => part !== undefined).join('\n\n');
}

function table({ title, unit, figures, note }) {
  const hasNotes = figures.some(figure => figure.note !== undefined);
  const lines = figures.map(({ peer, note: said = '', ...timing }) => {
    const name = peer.startsWith(OURS) ? `**${peer}**` : peer;
    const cells = [name, short(timing.median), spread(timing), ...(hasNotes ? [said] : [])];
    return `| ${cells.join(' | ')} |`;
  });
  const head = hasNotes ? `| | ${unit} | | |\n|---|---:|---|---|` : `| | ${unit} | |\n|---|---:|---|`;
  return [`### ${title}`, [head, ...lines].join('\n'), note].filter(part => part !== undefined).join('\n\n');
}

function growthSection(growths) {
  if (growths.length === 0) return '';
  const lines = growths.flatMap(({ title, by, peers }) =>
    peers.map(({ peer, points }) => {
      const times = points.map(([size, ms]) => `${size.toLocaleString('en')}: ${short(ms)} ms`).join('<br>');
      return `| ${title} | ${by} | ${peer} | ${times} | ${exponent(points).toFixed(2)} |`;
    }),
  );
  return [
    '## How costs grow',
    'The exponent is the slope of a straight line through the logarithms of size and time: 0 is flat, 1 is linear, 2 is quadratic. A fixed cost hides growth at small sizes, so compare the last two times as well. Times that fall with size come from functions that were not compiled yet.',
    ['| | with the number of | | | exponent |', '|---|---|---|---|---:|', ...lines].join('\n'),
  ].join('\n\n');
}

/** The rows in which another library is faster. */
function winners(rows) {
  const lines = rows.flatMap(({ title, unit, figures }) => {
    const ours = figures.find(({ peer }) => peer.startsWith(OURS));
    if (ours === undefined) return [];
    const better = figures.filter(
      ({ peer, median }) => !peer.startsWith(OURS) && !LOWER_BOUNDS.includes(peer) && median < ours.median,
    );
    if (better.length === 0) return [];
    const named = better.map(({ peer, median }) => `${peer} ${short(median)}`).join(', ');
    return [`| ${title} | ${short(ours.median)} ${unit} | ${named} |`];
  });
  if (lines.length === 0) return '';
  return [
    '## Where another library is faster',
    [`| | ${OURS} | faster |`, '|---|---|---|', ...lines].join('\n'),
    'TanStack Query and RTK Query store a response as it arrived, which costs next to nothing. A record in two responses is then stored twice, and a change reaches only one of them.',
  ].join('\n\n');
}

const LIMITS = `## Where the limits are

What profiles show about the figures above that are furthest from the fastest library or from the lower bound:

- **Storing a response.** *By hand* leaves out what makes a store: it does not check, merge or timestamp anything, or keep it for a replay. Of the library's own time for a first response of 10 000 nested records, writing rows into tables takes a third, walking schemas a quarter, garbage collection a fifth, checking that the data is plain an eighth, and comparing repeated nested records a twentieth. The rest is spread thin. The check has to look at each value once, because \`JSON.parse\` can return \`-0\`, and \`Infinity\` for \`1e999\`. Half of the garbage used to be one closure per record, which is gone. What remains is mostly what is stored: copies of rows, keys, cells and lists. RTK Query and TanStack Query keep the response as one object and do none of this.
- **The same response again.** By hand, only finding and comparing takes about as long as a first response. The library also checks the data as above, and records when each record was last confirmed, which takes a new cell in its table.
- **From parsed to stored.** A response of 10 000 records nearly fills the 16 MB that V8 has for young objects. V8 moves the parsed data out as soon as it needs more space, and here that counts as measured time, in two rounds. *By hand* creates so little that it fits, too. In a process with more space (\`node --max-semi-space-size=64 --min-semi-space-size=64\`), a request takes 1.5 times as long as \`JSON.parse\`, instead of 1.8 to 2.9. That is as long as a response that is already there. A response of 1 000 records always fits.
- **What garbage collection includes.** When V8 collects the last closure of a function, or the last object of a kind, it drops the compiled code. The benchmark collects all garbage before each round, as happens in an app between two requests. When the walk over a response still used closures, the first 1 000 records after a collection took five to ten times as long as the next 1 000. With 10 000 records this did not show, because the code was soon compiled again. Now the walk uses classes, and one instance of each is kept.
- **First read of a joined list.** In a profile, two fifths of the time go into two \`WeakMap\` entries per record, which keep it and the short list in it the same objects until they change. Without them, and so without that promise, a read takes a sixth to a quarter less. A tenth goes into creating the instance, and a tenth into finding the row. \`createEntityAdapter\` joins plain objects again at each change, and keeps nothing. Written by hand for exactly these records, with plain \`Map\`s as tables, the same join takes half as long as here, and about a tenth more with these two entries.
- **Reading again, changing one record.** RTK Query and TanStack Query return the object that they keep. A normalized list has to check once per state of the store whether any record in it has changed.
- **First mount of many rows.** The time is spread over a hundred functions, none of which takes more than a twentieth, and most of it is their first run. Mounted again on the same page, 10 000 rows take as long as with \`createEntityAdapter\`. A row does more than read a record by its id: it computes the key of its request, checks whether the response is fresh, and decides what to fetch if not.
- **One of many rows changed.** React looks at all rows to find the one that renders, and checks the context of each row that reads one. So a row written *by hand*, with only a context and a subscription, takes 1.4 to 2 times as long as one with its own state. Nothing that reads a store from a provider can take less.
- **Pushing, deleting, moving.** Half of the time is what any response costs before it affects a list, as in *one record changed*. At one response per second, little of that code is compiled. The list itself costs three new arrays and a comparison of its keys; creating three arrays of 10 000 elements takes 0.05 ms. The last four versions of each list are kept, but not in a \`WeakMap\`. When V8 collects young objects, it treats the contents of a \`WeakMap\` as alive, so changes in a row took up to half as long again, and twice the memory.
- **\`expireAll\` and \`invalidateAll\`.** An endpoint's \`testKey\` can be any function, so each stored key is tested, but only once: later calls skip parts of the table without a match. The first \`expireAll\` of an endpoint has to test all keys, later ones only new keys and those of the endpoint. In the first call, nine tenths of the time go into the walk over 100 000 keys, and one into the tests. An index by endpoint would need an update with every response, or the same walk in the first call.
- **Moving a record among many lists.** The lists that the record joins are found by their filters. Any list may contain it already, so all are searched. An index of all elements would need an update with every list.`;

const REPEAT = `## Repeating this

\`\`\`sh
npm ci
npm run bench              # everything, a quarter of an hour
npm run bench -- ingest    # one group; the others keep their last figures
\`\`\`

The groups are the files of \`bench/groups\`; the code for each library is in \`bench/peers\` and \`bench/page\`. The raw figures are in \`bench/results\`. \`npm run size\` measures what each entry point, typical app and feature adds to a bundle.`;

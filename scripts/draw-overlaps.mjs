// Draws the timelines of docs/concepts/overlapping-requests.md into docs/images/overlaps/.
//
//   node scripts/draw-overlaps.mjs
//
// A picture is data: requests with the times at which they leave, at which the server handles them, and at which their
// responses land; and what is on screen from which time on. Times are numbers from 0 to 10.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const read = (text, [leaves, acts, lands], says) => ({ kind: 'read', text, leaves, acts, lands, says });
const mutation = (text, [leaves, acts, lands], says) => ({
  kind: 'mutation',
  text,
  leaves,
  acts,
  lands,
  says,
});

/** By the name of the file. */
const pictures = {
  legend: {
    title: 'How to read the pictures',
    requests: [
      mutation('a mutation', [1, 4, 7], 'what its response says'),
      read('a read', [2, 3, 5], 'what its response says'),
    ],
    screen: [
      [0, 'what is on screen'],
      [6, 'in doubt', 'doubt'],
    ],
  },
  'rule-1': {
    title: 'Of two reads the one that left later wins, although it lands first',
    requests: [read('GET', [1, 2, 8], 'title a'), read('GET', [3, 4, 5.5], 'title b')],
    screen: [
      [0, '…'],
      [5.5, 'title b'],
    ],
  },
  'rule-2': {
    title: 'Two mutations write different fields: both fields stay',
    requests: [
      mutation('PATCH title: b', [1, 5.5, 8], 'title b, owner Bob'),
      mutation('PATCH owner: Bob', [2, 3, 5], 'title a, owner Bob'),
    ],
    screen: [
      [0, 'a, Ann'],
      [5, 'a, Bob'],
      [8, 'b, Bob'],
    ],
  },
  'rule-2-same': {
    title: 'Two mutations write the same field: the last to leave counts, in doubt, until a refetch tells',
    requests: [
      mutation('PATCH title: b', [0.5, 3, 4.5], 'title b'),
      mutation('PATCH title: c', [1.5, 2.2, 3.2], 'title c'),
      read('GET, by the store', [5, 6, 7.5], 'title b'),
    ],
    screen: [
      [0, 'a'],
      [3.2, 'c'],
      [4.5, 'c, in doubt', 'doubt'],
      [7.5, 'b'],
    ],
  },
  'rule-3': {
    title: 'A response that shows what the other mutation wrote was made after it',
    requests: [
      mutation('PATCH title: b', [1, 2, 8], 'title b, version 2'),
      mutation('PATCH owner: Bob', [2, 4, 5.5], 'title b, owner Bob, version 3'),
    ],
    screen: [
      [0, 'version 1'],
      [5.5, 'version 3'],
    ],
  },
  'rule-4': {
    title: 'A read that overlapped a mutation does not overwrite what the mutation wrote',
    requests: [mutation('PATCH title: b', [1, 4, 5.5], 'title b'), read('GET', [2, 3, 7.5], 'title a')],
    screen: [
      [0, 'a'],
      [5.5, 'b'],
    ],
  },
  'rule-5': {
    title: 'A read that left before a deletion was answered does not bring the record back',
    requests: [read('GET list', [1, 2, 8], '1, 2, 3'), mutation('DELETE 3', [2, 4, 5.5], '')],
    screen: [
      [0, '1, 2, 3'],
      [5.5, '1, 2'],
    ],
  },
  'rule-6': {
    title: 'A poll brings a record whose creation is still in flight: it is shown once',
    requests: [
      mutation('POST title: new', [1, 3, 8], 'record 7, new'),
      read('GET list', [2, 4, 5.5], 'record 7, new'),
    ],
    screen: [
      [0, ''],
      [1, 'new (temporary key)'],
      [5.5, 'record 7'],
    ],
  },
  'rule-7': {
    title: 'A list that was fetched before a creation was answered gets the new record all the same',
    requests: [read('GET list', [1, 2, 8], '1, 2'), mutation('POST', [2, 4, 5.5], 'record 3')],
    screen: [
      [0, '…'],
      [8, '1, 2, 3'],
    ],
  },
  doubt: {
    title: 'A refetch that a mutation overtakes is aborted, and repeated after it',
    requests: [
      mutation('PATCH title: b', [0, 1.6, 2.2], 'title b'),
      mutation('PATCH title: c', [0.6, 1.2, 1.8], 'title c'),
      { ...read('GET, by the store', [2.4, undefined, 3.4], 'aborted'), isCut: true },
      mutation('PATCH owner: Bob', [3.4, 4, 5], 'title b, owner Bob'),
      read('GET, by the store', [5.2, 6, 7.2], 'title b, owner Bob'),
    ],
    screen: [
      [0, 'a'],
      [2.2, 'c, in doubt', 'doubt'],
      [7.2, 'b, Bob'],
    ],
  },
};

const UNIT = 38;
const LABELS = 150;
const WIDTH = LABELS + 10 * UNIT + 130;
const ROW = 30;
const TOP = 12;

const x = moment => LABELS + moment * UNIT;

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function requestAt({ kind, text, leaves, acts, lands, says, isCut }, row) {
  const y = TOP + row * ROW + ROW / 2;
  const end = isCut
    ? `<path class="${kind} line" d="M${x(lands) - 4} ${y - 4}l8 8m0 -8l-8 8"/>`
    : `<path class="${kind} fill" d="M${x(lands)} ${y}l-8 -5v10z"/>`;
  const dot = acts === undefined ? '' : `<circle class="${kind} fill" cx="${x(acts)}" cy="${y}" r="4.5"/>`;
  return [
    `<text class="label" x="${LABELS - 12}" y="${y + 4}">${escaped(text)}</text>`,
    `<path class="${kind} line" d="M${x(leaves)} ${y - 6}v12M${x(leaves)} ${y}H${x(lands) - (isCut ? 0 : 6)}"/>`,
    dot,
    end,
    `<text x="${x(lands) + 8}" y="${y + 4}">${escaped(says)}</text>`,
  ].join('');
}

function screenAt(screen, row) {
  const y = TOP + row * ROW + ROW / 2 + 6;
  const parts = screen.map(([from, text, doubt], i) => {
    const until = screen[i + 1]?.[0] ?? 10.6;
    return [
      `<path class="${doubt ?? 'screen'} line" d="M${x(from) + 1} ${y}H${x(until) - 1}M${x(from) + 1} ${y - 4}v8"/>`,
      `<text x="${x(from) + 6}" y="${y + 16}">${escaped(text)}</text>`,
    ].join('');
  });
  return `<text class="label" x="${LABELS - 12}" y="${y + 4}">on screen</text>${parts.join('')}`;
}

function drawn({ title, requests, screen }) {
  const height = TOP + (requests.length + 1) * ROW + 22;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
text{font:12px system-ui,sans-serif;fill:#24292f}.label{text-anchor:end;font-weight:600}
.line{fill:none;stroke-width:2}.mutation.line{stroke:#8250df}.mutation.fill{fill:#8250df}.read.line{stroke:#1f7a4d}.read.fill{fill:#1f7a4d}
.screen{stroke:#57606a}.doubt{stroke:#bf5b00;stroke-dasharray:5 3}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.mutation.line{stroke:#b794f6}.mutation.fill{fill:#b794f6}.read.line{stroke:#56d39b}.read.fill{fill:#56d39b}.screen{stroke:#9da7b3}.doubt{stroke:#f0a44b}}
</style>
${requests.map(requestAt).join('\n')}
${screenAt(screen, requests.length)}
</svg>
`;
}

const folder = join(dirname(fileURLToPath(import.meta.url)), '../docs/images/overlaps');
mkdirSync(folder, { recursive: true });
for (const [name, picture] of Object.entries(pictures))
  writeFileSync(join(folder, `${name}.svg`), drawn(picture));

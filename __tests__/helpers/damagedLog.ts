import fc from 'fast-check';

/** A log as in a file. */
export interface LogFile {
  readonly start: unknown;
  readonly actions: readonly unknown[];
}

/** A damaged log. */
export interface DamagedLog {
  readonly log: LogFile;
  /** How many of the first actions are intact; -1 if the start state is damaged. */
  readonly soundActions: number;
}

/** A value to put into a log, as JSON or as a nesting depth: short to print when a property fails. */
export type Odd = string;

const LEVELS = 'levels: ';

const TEXTS = [
  // Markup that would run if it is not escaped.
  '<img src="x" onerror="globalThis.hasRun = true">',
  '<script>globalThis.hasRun = true</script>',
  '"><svg onload=globalThis.hasRun=true>',
  'javascript:globalThis.hasRun=true',
  // Names that every object has, or that change an object.
  ...['__proto__', 'constructor', 'toString', 'valueOf', 'then'],
  ...['', '…', '\ud800', 'x'.repeat(2_000)],
];

/** Values that are wrong anywhere in a log. */
export const odd: fc.Arbitrary<Odd> = fc.constantFrom(
  ...TEXTS.map(text => JSON.stringify(text)),
  ...[
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1e308',
    '1.5',
    '[]',
    '{}',
    '[null]',
    '[[[]]]',
    '[{}]',
    '["GET /todos"]',
  ],
  ...['{"length":1000000000}', '{"size":1000000000,"next":0,"root":[]}', '{"size":1,"next":1,"root":[null]}'],
  ...['{"__proto__":{"hasRun":true}}', '{"toString":1,"constructor":null,"then":2}'],
  ...[600, 20_000].map(levels => LEVELS + levels),
);

/** The value itself, a new one each time. */
export function meant(odd: Odd): unknown {
  return odd.startsWith(LEVELS) ? nested(Number(odd.slice(LEVELS.length))) : JSON.parse(odd);
}

function nested(levels: number): unknown {
  let value: unknown = TEXTS[0];
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { value };
  return value;
}

/** One change to a log. */
export interface Damage {
  readonly way: 'replace' | 'remove' | 'rename' | 'repeat' | 'move';
  /** The index of the place. */
  readonly at: number;
  readonly to: number;
  readonly value: Odd;
  readonly name: string;
}

/** A few changes to a log. */
export const damages: fc.Arbitrary<readonly Damage[]> = fc.array(
  fc.record({
    way: fc.oneof(
      { weight: 6, arbitrary: fc.constant('replace' as const) },
      fc.constantFrom('remove' as const, 'rename' as const, 'repeat' as const, 'move' as const),
    ),
    at: fc.nat(),
    to: fc.nat(),
    value: odd,
    name: fc.constantFrom(...TEXTS),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A log with a few damaged places. */
export function damagedBy(damages: readonly Damage[], log: LogFile): DamagedLog {
  const damaged = JSON.parse(JSON.stringify(log)) as { start: unknown; actions: unknown[] };
  // All places are found before the first is damaged, so that none is inside deeply nested values.
  const places = placesIn(damaged);
  let soundActions = damaged.actions.length;
  const touch = (index: number) => {
    soundActions = Math.min(soundActions, index);
  };
  for (const { way, at, to, value, name } of damages) {
    if (way === 'repeat' || way === 'move') {
      const from = at % damaged.actions.length;
      const place = to % damaged.actions.length;
      touch(Math.min(from, place));
      const [one] = way === 'move' ? damaged.actions.splice(from, 1) : [damaged.actions[from]];
      damaged.actions.splice(place, 0, one);
      continue;
    }
    const { holder, member, action } = places[at % places.length] as Place;
    touch(action);
    const { [member]: held } = holder;
    if (way === 'replace') define(holder, member, meant(value));
    else if (Array.isArray(holder)) holder.splice(Number(member), 1);
    else {
      Reflect.deleteProperty(holder, member);
      if (way === 'rename') define(holder, name, held);
    }
  }
  return { log: damaged, soundActions };
}

function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly member: string;
  /** Index of the action that contains it; -1 for none. */
  readonly action: number;
}

/** Every member of every object and list in a log. */
function placesIn({ start, actions }: LogFile): readonly Place[] {
  const places: Place[] = [];
  const look = (holder: unknown, action: number) => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const member of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, member, action });
      look((holder as Record<string, unknown>)[member], action);
    }
  };
  look(start, -1);
  for (const [i, action] of actions.entries()) look(action, i);
  return places;
}

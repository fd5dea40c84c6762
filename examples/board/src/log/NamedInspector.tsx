import { InspectorMonitor } from '@redux-devtools/inspector-monitor';
import { devToolsOptions } from 'rdc-toolkit';

/** What the DevTools hand to a monitor; the types of the inspector say only what it takes besides. */
interface Log {
  readonly actionsById: Readonly<Record<number, { readonly action: { readonly type: string } }>>;
  readonly computedStates: { readonly state: unknown }[];
}

const { actionSanitizer, stateSanitizer } = devToolsOptions();

/** Each is made once, so that the inspector sees what is the same as the same. */
function once<Given extends object>(make: (given: Given) => Given) {
  const made = new WeakMap<Given, Given>();
  return (given: Given) => {
    const known = made.get(given) ?? make(given);
    made.set(given, known);
    return known;
  };
}

const namedEntry = once((entry: Log['actionsById'][number]) => ({
  ...entry,
  action: actionSanitizer(entry.action, 0),
}));
const shownState = once((computed: Log['computedStates'][number]) => ({
  ...computed,
  state: stateSanitizer(computed.state, 0),
}));

/** The same log with endpoints named and records by key, as the browser's own panel shows them. */
const named = <Props extends Log>(log: Props) => ({
  ...log,
  // Made anew each time: the DevTools write new entries into the collection that there is.
  actionsById: Object.fromEntries(
    Object.entries(log.actionsById).map(([id, entry]) => [id, namedEntry(entry)]),
  ),
  computedStates: log.computedStates.map(shownState),
});

/** The inspector, with a log that is easy to read. */
export function NamedInspector(props: { theme: 'inspector' }) {
  // The props are one value to the React Compiler: new ones come whenever there is a new entry.
  return <InspectorMonitor {...named(props as typeof props & Log)} />;
}
// What createDevTools looks for on a monitor.
NamedInspector.update = InspectorMonitor.update;

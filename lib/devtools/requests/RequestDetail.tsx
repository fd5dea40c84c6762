import type { Store } from 'redux';
import { Controller } from '../../controller/Controller';
import { durationOf } from '../../log/labelOf';
import { leaveFailures } from '../../react/ShownFailure';
import { handleOf, type SentRequest } from '../../store/StoreHandle';
import { getCell } from '../../tables/getCell';
import { fetchThunk } from '../../thunks/fetchThunk';
import type { EndpointInterface } from '../../types/EndpointInterface';
import type { Loose } from '../../types/Loose';
import type { ResponseMeta } from '../../types/State';
import { Button, Detail } from '../parts/Button';
import { Differences } from '../parts/Differences';
import { cut, JsonTree } from '../parts/JsonTree';
import { timeOf } from '../parts/timeOf';
import { endpointIn } from '../recording/endpointIn';
import type { Session } from '../recording/session';
import { type Disturbance, disturbancesOf } from './disturbances';
import { panelFailure } from './panelFailure';
import { attemptsOf, type RecordedRequest, type ShownAttempt } from './requestsIn';

/** A controller for endpoints known only from a log. */
interface AnyController {
  invalidate(endpoint: unknown, ...args: readonly unknown[]): void;
  setError(endpoint: unknown, ...argsAndError: readonly unknown[]): void;
}

/** How long one request is delayed, in milliseconds. */
const SLOW = 3_000;

interface RequestDetailProps {
  readonly store: Store;
  readonly session: Session;
  readonly onOpen: (kind: string, pk: string) => void;
  readonly request: RecordedRequest;
  /** What else was recorded of it. */
  readonly sent: SentRequest | undefined;
  readonly onDisturb: (key: string, change: Partial<Disturbance>) => void;
  readonly onClose: () => void;
}

/** One request: its times, its outcome, and actions on it. */
export function RequestDetail({
  store,
  session,
  request,
  sent,
  onOpen,
  onDisturb,
  onClose,
}: RequestDetailProps) {
  const { key, endpointName, args, response, began, ended, status, isRetried } = request;
  const { state, isOpened, locked } = session;
  const controller = new Controller(store as Loose) as unknown as AnyController;
  const endpoint = endpointIn((response ?? request.request)?.action ?? { type: '' });
  const handle = handleOf(store.dispatch);
  const { fails, delay } = disturbancesOf(handle).of(key);
  const readers = [...handle.observers].filter(({ observed }) => observed.key === key);
  const body = response?.action.response ?? response?.action.plainResponse;
  const attempts = attemptsOf(request, sent);
  const queuedUntil = attempts[0]?.left ?? ended;
  const retried = isRetried ? ', after a retry' : '';
  const times = attempts.length > 1 ? `, ${attempts.length} attempts` : retried;
  const isUnknown = endpoint === undefined;
  const isMutation = endpoint?.sideEffect === true;
  const isSentElsewhere = endpoint?.isSentElsewhere === true;
  const disabledReason = isSentElsewhere ? 'RTK Query sends it' : undefined;
  const sender = isSentElsewhere
    ? readers.find(({ observed }) => observed.request !== undefined)?.observed.request?.endpoint
    : endpoint;
  return (
    <Detail label={`Request ${endpointName}`} title={endpointName} onBack={onClose}>
      <p className="mono soft">{cut(key)}</p>
      <fieldset
        className="actions"
        aria-label="What can be done with it"
        disabled={locked !== undefined}
        aria-describedby={locked && 'rdc-locked'}
      >
        <Button
          disabled={sender === undefined || isMutation}
          title={
            isMutation
              ? 'A mutation is not sent again from here'
              : sender !== undefined || isUnknown
                ? undefined
                : 'RTK Query sends it, for a component that shows it: none is mounted'
          }
          onClick={() => sender && void refetch(store, sender, args)}
        >
          Refetch
        </Button>
        <Button disabled={isUnknown} onClick={() => controller.invalidate(endpoint, ...args)}>
          Invalidate
        </Button>
        <Button
          disabled={isUnknown || isMutation}
          title="Puts an error into the store, as if the request had failed"
          onClick={() => controller.setError(endpoint, ...args, panelFailure(key))}
        >
          Fail now
        </Button>
        <Button
          disabled={isSentElsewhere}
          title={disabledReason}
          aria-pressed={fails === 'next'}
          onClick={() => onDisturb(key, { fails: fails === 'next' ? 'never' : 'next' })}
        >
          Fail next
        </Button>
        <Button
          disabled={isSentElsewhere}
          title={disabledReason}
          aria-pressed={fails === 'always'}
          onClick={() => onDisturb(key, { fails: fails === 'always' ? 'never' : 'always' })}
        >
          Fail from now on
        </Button>
        <Button
          disabled={isSentElsewhere}
          title={disabledReason}
          aria-pressed={delay > 0}
          onClick={() => onDisturb(key, { delay: delay > 0 ? 0 : SLOW })}
        >
          Slow from now on
        </Button>
      </fieldset>
      <table>
        <tbody>
          <TableRow name="Status">{`${status}${times}`}</TableRow>
          <TableRow name="Began">{timeOf(began)}</TableRow>
          <TableRow name={isRetried && sent === undefined ? 'Queued, retried' : 'Queued'}>
            {queuedUntil === undefined ? 'still' : durationOf(began, queuedUntil)}
          </TableRow>
          <TableRow name="In flight">{inFlightText(request, attempts)}</TableRow>
          {body !== undefined && (
            <TableRow name="Size">{`${JSON.stringify(body)?.length ?? 0} characters`}</TableRow>
          )}
          <TableRow name="In the store">{storedText(getCell(state.endpoints, key))}</TableRow>
          {!isOpened && (
            <TableRow name="Readers">
              {readersText(readers.length, ended === undefined ? callersOf(sent) : 0)}
            </TableRow>
          )}
        </tbody>
      </table>
      <h3>Arguments</h3>
      <JsonTree value={args} isOpen />
      {response && (
        <>
          <h3>Response</h3>
          <JsonTree value={body} isOpen />
          <h3>Changes</h3>
          <Differences before={response.before} after={response.after} onOpen={onOpen} />
        </>
      )}
    </Detail>
  );
}

function TableRow({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  );
}

/** What the store holds of a request at the time that is shown. */
function storedText(cell: { readonly value?: unknown; readonly meta: ResponseMeta } | undefined): string {
  if (cell === undefined) return 'nothing';
  const { error, invalidated } = cell.meta;
  const { status, message } = (error ?? {}) as { readonly status?: number; readonly message?: string };
  return [
    'value' in cell ? 'data' : '',
    invalidated === undefined ? '' : 'invalidated',
    error === undefined ? '' : `an error: ${status ?? ''} ${message ?? ''}`,
  ]
    .filter(text => text !== '')
    .join(', ');
}

/** Refetches, so that components that show an error recover once there is data. */
async function refetch(store: Store, endpoint: EndpointInterface, args: readonly unknown[]) {
  try {
    await store.dispatch(fetchThunk(endpoint, args) as Loose);
    leaveFailures(store);
  } catch {
    // The error is in the store, and in the list.
  }
}

/** How long each attempt was in flight, and whether one still is. */
function inFlightText({ ended, status }: RecordedRequest, attempts: readonly ShownAttempt[]): string {
  if (attempts.length === 0) return ended === undefined ? 'not yet' : 'never';
  const isWaiting = status === 'pending' && attempts.at(-1)?.isFailed === true;
  const isOneOfSeveral = attempts.length > 1 || isWaiting;
  const texts = attempts.map(({ left, ended: endedAt, isFailed }) => {
    if (endedAt === undefined) return 'still';
    return `${durationOf(left, endedAt)}${isFailed && isOneOfSeveral ? ', failed' : ''}`;
  });
  return [...texts, ...(isWaiting ? ['waiting for a retry'] : [])].join(' · ');
}

/** How many calls of the app wait for a request. Those of components count as readers. */
function callersOf(sent: SentRequest | undefined): number {
  return [...(sent?.waiting ?? [])].filter(({ unattended }) => !unattended).length;
}

function readersText(count: number, callers: number): string {
  const mounted = count === 0 ? 'none mounted' : `${count} mounted`;
  if (callers > 0) return `${mounted}, ${callers} ${callers === 1 ? 'caller' : 'callers'} waiting`;
  return count > 1 ? `${mounted}, sharing one request` : mounted;
}

import { useMemo, useReducer, useState } from 'react';
import type { Store } from 'redux';
import { Controller } from '../controller/Controller';
import { NetworkError } from '../errors/NetworkError';
import type { Loose } from '../types/Loose';
import { Differences } from './Differences';
import { disturb, disturbanceOf, disturbedKeys, EVERY } from './disturbances';
import { endpointIn } from './endpointIn';
import { JsonTree } from './JsonTree';
import { readersOf } from './readersOf';
import type { Recording } from './recording';
import { type RecordedRequest, requestsIn } from './requestsIn';
import { timeOf } from './timeOf';
import { VirtualList } from './VirtualList';

interface RequestsTabProps {
  readonly store: Store;
  readonly recording: Recording;
  readonly onOpen: (kind: string, pk: string) => void;
}

/** The requests of the app on a time line, and what can be done with each. */
export function RequestsTab({ store, recording, onOpen }: RequestsTabProps) {
  const entries = recording.entries();
  const all = useMemo(() => requestsIn(entries), [entries]);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<string>();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const onDisturb = (key: string, change: Parameters<typeof disturb>[1]) => {
    disturb(key, change);
    rerender();
  };
  const found = all.filter(({ key, endpointName }) =>
    `${endpointName} ${key}`.toLowerCase().includes(search.toLowerCase()),
  );
  const index = found.findIndex(({ requestId }) => requestId === selected);
  const request = found[index];
  const disturbed = disturbedKeys();
  const begin = found[0]?.began ?? 0;
  const end = Math.max(begin + 1, ...found.map(({ ended, left }) => ended ?? left));
  return (
    <>
      <div className="tools">
        <input
          className="field"
          type="search"
          placeholder="Endpoint or URL"
          aria-label="Search requests"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        <span className="gap" />
        {disturbed.length > 0 && (
          <button
            type="button"
            className="small"
            aria-pressed
            title={disturbed.join('\n')}
            onClick={() => {
              for (const key of disturbed) onDisturb(key, { fails: false, delay: 0 });
            }}
          >
            {disturbed.length} failing or slow: stop
          </button>
        )}
        <fieldset className="speeds" aria-label="Speed of all requests">
          {[0, 1_000, 3_000].map(ms => (
            <button
              key={ms}
              type="button"
              className="small"
              aria-pressed={disturbanceOf(EVERY).delay === ms}
              onClick={() => onDisturb(EVERY, { delay: ms })}
            >
              {ms === 0 ? 'Full speed' : `+${ms / 1_000} s`}
            </button>
          ))}
        </fieldset>
      </div>
      {found.length === 0 && <p className="empty">No requests recorded yet.</p>}
      <div className="split" data-detail={request ? 'some' : 'none'}>
        <VirtualList
          label="Requests"
          count={found.length}
          selected={index}
          onSelect={at => setSelected(found[at]?.requestId)}
          row={at => found[at] && <RequestRow request={found[at]} begin={begin} end={end} />}
          followsEnd
        />
        {request && (
          <RequestDetail
            {...{ store, recording, request, onOpen, onDisturb }}
            onClose={() => setSelected(undefined)}
          />
        )}
      </div>
    </>
  );
}

/** A controller for endpoints of which only a log tells. */
interface AnyController {
  fetch(endpoint: unknown, ...args: readonly unknown[]): Promise<unknown>;
  invalidate(endpoint: unknown, ...args: readonly unknown[]): void;
  setError(endpoint: unknown, ...argsAndError: readonly unknown[]): void;
}

const MARKS = { pending: '…', ok: '✓', failed: '✗', aborted: '⊘' } as const;
const TONES = { pending: 'soft', ok: 'good', failed: 'bad', aborted: 'soft' } as const;
const BARS = { pending: 'sent', ok: 'sent', failed: 'failed', aborted: 'gone' } as const;

function RequestRow({
  request,
  begin,
  end,
}: {
  readonly request: RecordedRequest;
  readonly begin: number;
  readonly end: number;
}) {
  const { began, left, ended, status, endpointName, key } = request;
  const share = (time: number) => `${(100 * (time - begin)) / (end - begin)}%`;
  const width = (from: number, to: number) => `${(100 * Math.max(0, to - from)) / (end - begin)}%`;
  return (
    <>
      <span className={TONES[status]} role="img" aria-label={status}>
        {MARKS[status]}
      </span>
      <span className="text">
        {endpointName} <span className="soft mono">{key}</span>
      </span>
      <span className="track" aria-hidden="true">
        <i className="wait" style={{ left: share(began), width: width(began, left) }} />
        <i className={BARS[status]} style={{ left: share(left), width: width(left, ended ?? end) }} />
      </span>
      <span className="num">{ended === undefined ? '' : `${Math.round(ended - began)} ms`}</span>
    </>
  );
}

/** By how much one request is held up, in milliseconds. */
const SLOW = 3_000;

interface RequestDetailProps extends RequestsTabProps {
  readonly request: RecordedRequest;
  readonly onDisturb: typeof disturb;
  readonly onClose: () => void;
}

function RequestDetail({ store, recording, request, onOpen, onDisturb, onClose }: RequestDetailProps) {
  const { key, endpointName, args, response, began, left, ended, status, isRetried } = request;
  const controller = new Controller(store as Loose) as unknown as AnyController;
  const endpoint = endpointIn((response ?? request.request)?.action ?? { type: '' });
  const disturbance = disturbanceOf(key);
  const readers = readersOf(store).filter(reader => reader.key === key).length;
  const body = response?.action.response ?? response?.action.plainResponse;
  return (
    <section className="detail" aria-label={`Request ${endpointName}`}>
      <button type="button" className="small back" onClick={onClose}>
        Back
      </button>
      <h2>{endpointName}</h2>
      <p className="mono soft">{key}</p>
      <div className="actions">
        <button
          type="button"
          className="small"
          disabled={endpoint === undefined || endpoint.sideEffect === true}
          onClick={() => void controller.fetch(endpoint, ...args).catch(() => undefined)}
        >
          Refetch
        </button>
        <button
          type="button"
          className="small"
          disabled={endpoint === undefined}
          onClick={() => controller.invalidate(endpoint, ...args)}
        >
          Invalidate
        </button>
        <button
          type="button"
          className="small"
          disabled={endpoint === undefined}
          onClick={() => controller.setError(endpoint, ...args, failure(key))}
        >
          Make it fail
        </button>
        <button
          type="button"
          className="small"
          aria-pressed={disturbance.fails}
          onClick={() => onDisturb(key, { fails: !disturbance.fails })}
        >
          Fail from now on
        </button>
        <button
          type="button"
          className="small"
          aria-pressed={disturbance.delay > 0}
          onClick={() => onDisturb(key, { delay: disturbance.delay > 0 ? 0 : SLOW })}
        >
          Slow from now on
        </button>
      </div>
      <table>
        <tbody>
          <Fact name="Status">{statusText(status, isRetried)}</Fact>
          <Fact name="Began">{timeOf(began)}</Fact>
          <Fact name="Queued">{`${Math.max(0, Math.round(left - began))} ms`}</Fact>
          <Fact name="In flight">
            {ended === undefined ? 'still' : `${Math.max(0, Math.round(ended - left))} ms`}
          </Fact>
          {body !== undefined && <Fact name="Size">{`${JSON.stringify(body)?.length ?? 0} characters`}</Fact>}
          <Fact name="Readers">{readersText(readers)}</Fact>
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
      {recording.isPast() && <p className="soft">The store shows an earlier state.</p>}
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  );
}

function readersText(count: number): string {
  if (count === 0) return 'none mounted';
  return count === 1 ? '1 mounted' : `${count} mounted, sharing one request`;
}

function statusText(status: RecordedRequest['status'], isRetried: boolean): string {
  return isRetried ? `${status}, after a retry` : status;
}

/** The response of a server that fails. */
function failure(key: string): Error {
  const response = { status: 500, statusText: 'Failed by the data panel' } as Response;
  return new NetworkError(key, response, undefined);
}

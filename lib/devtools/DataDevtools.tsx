import { DataDevtoolsPanel, type DataDevtoolsProps } from './DataDevtoolsPanel';

/**
 * A panel that shows what the data client does: requests, records and the origins of their values, optimistic updates,
 * mounted hooks, and the log.
 *
 * Place it before the app, so that it records from the first request on. Opening it neither renders the app nor adds
 * anything to its log. Only for development: a production bundle contains none of it, unless it imports
 * `DataDevtoolsPanel`.
 *
 * @example
 * ```tsx
 * import { DataDevtools } from 'rdc-toolkit/devtools';
 * import { Provider } from 'react-redux';
 *
 * const root = (
 *   <Provider store={store}>
 *     <DataDevtools />
 *     <h1>Todos</h1>
 *   </Provider>
 * );
 * ```
 */
export const DataDevtools: (props: DataDevtoolsProps) => ReturnType<typeof DataDevtoolsPanel> =
  process.env.NODE_ENV === 'production' ? () => null : DataDevtoolsPanel;

import { AsyncBoundary } from 'rdc-toolkit/react';
import { ErrorNotice } from '../parts/ErrorNotice';
import { Loading } from '../parts/Loading';
import { statuses } from '../resources/status';
import { useTitle } from '../useTitle';
import { Cards } from './Cards';
import { Column } from './Column';
import './board.css';

/** All issues, in their columns. */
export function Board() {
  useTitle('');
  return (
    <div className="board">
      {statuses.map(status => (
        <Column key={status} status={status}>
          <AsyncBoundary fallback={<Loading shape="cards" count={3} />} errorComponent={ErrorNotice}>
            <Cards status={status} />
          </AsyncBoundary>
        </Column>
      ))}
    </div>
  );
}

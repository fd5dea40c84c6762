import { useResponse } from 'rdc-toolkit/react';
import { IssueResource } from '../resources/Issue';
import type { Status } from '../resources/status';

/** How many cards a column has, once that is known. */
export function Count({ status }: { status: Status }) {
  const { data } = useResponse(IssueResource.getList, { status });
  return <span className="count">{data?.length}</span>;
}

import { useResponse } from 'rdc-toolkit/react';
import { LabelResource } from '../resources/Label';
import { type Status, statuses, statusNames } from '../resources/status';
import { UserResource } from '../resources/User';
import { goTo } from '../useRoute';
import { addressOf, type Listing } from './listAddress';
import { useListing } from './useListing';

/** Filters the list by column, person, label and words. The filter is kept in the URL. */
export function Filter() {
  const listing = useListing();
  const { data: people = [] } = useResponse(UserResource.getList);
  const { data: labels = [] } = useResponse(LabelResource.getList);
  const narrow = (change: Partial<Listing>) => goTo(addressOf({ ...listing, ...change }));
  return (
    <search className="filter">
      <label>
        Search
        <input
          type="search"
          value={listing.q}
          placeholder="Search titles and descriptions"
          onChange={event => goTo(addressOf({ ...listing, q: event.target.value }), { replace: true })}
        />
      </label>
      <label>
        Status
        <select
          value={listing.status}
          onChange={event => narrow({ status: event.target.value as Status | '' })}
        >
          <option value="">Any</option>
          {statuses.map(status => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Assignee
        <select value={listing.assignee} onChange={event => narrow({ assignee: event.target.value })}>
          <option value="">Anyone</option>
          {people.map(person => (
            <option key={person.login}>{person.login}</option>
          ))}
        </select>
      </label>
      <label>
        Label
        <select value={listing.label} onChange={event => narrow({ label: event.target.value })}>
          <option value="">Any</option>
          {labels.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </search>
  );
}

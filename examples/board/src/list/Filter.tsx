import { useDLE } from 'rdc-toolkit/react';
import { type Status, statuses, statusNames } from '../resources/status';
import { UserResource } from '../resources/User';
import { goTo } from '../useRoute';
import { addressOf, type Listing } from './listAddress';
import { SearchField } from './SearchField';
import { useListing } from './useListing';

/** Narrows the list by column, by person and by words. What it says is in the address. */
export function Filter() {
  const listing = useListing();
  const { data: people = [] } = useDLE(UserResource.getList);
  const narrow = (change: Partial<Listing>) => goTo(addressOf({ ...listing, ...change }));
  return (
    <search className="filter">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: it stands in the component */}
      <label>
        Text
        <SearchField />
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
          <option value="">Anybody</option>
          {people.map(person => (
            <option key={person.login}>{person.login}</option>
          ))}
        </select>
      </label>
    </search>
  );
}

import { useDLE } from 'rdc-toolkit/react';
import { type Status, statuses, statusNames } from '../resources/status';
import { UserResource } from '../resources/User';
import { useAppDispatch, useAppSelector } from '../store';
import { filterChanged } from '../view';

/** Narrows the list by column, by person and by words. */
export function Filter() {
  const dispatch = useAppDispatch();
  const filter = useAppSelector(state => state.view.filter);
  const { data: people = [] } = useDLE(UserResource.getList);
  return (
    <search className="filter">
      <label>
        Text
        <input
          type="search"
          value={filter.q}
          placeholder="Words in the title or the text"
          onChange={event => dispatch(filterChanged({ q: event.target.value }))}
        />
      </label>
      <label>
        Status
        <select
          value={filter.status}
          onChange={event => dispatch(filterChanged({ status: event.target.value as Status | '' }))}
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
        <select
          value={filter.assignee}
          onChange={event => dispatch(filterChanged({ assignee: event.target.value }))}
        >
          <option value="">Anybody</option>
          {people.map(person => (
            <option key={person.login}>{person.login}</option>
          ))}
        </select>
      </label>
    </search>
  );
}

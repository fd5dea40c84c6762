import { useResponse, useSubscription } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { getPresence } from '../resources/presence';
import './session.css';

/** The faces of everybody who has the board open, as far as one knows: the board does not wait for it. */
export function Present() {
  const { data: people = [] } = useResponse(getPresence);
  useSubscription(getPresence);
  return (
    <ul className="present" aria-label="Here now">
      {people.map(person => (
        <li key={person.login}>
          <Avatar of={person} />
          <span className="visually-hidden">{person.login}</span>
        </li>
      ))}
    </ul>
  );
}

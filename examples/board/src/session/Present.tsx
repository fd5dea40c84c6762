import { useLive } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { getPresence } from '../resources/presence';
import './session.css';

/** The faces of everybody who has the board open. */
export function Present() {
  const people = useLive(getPresence);
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

import { useResponse, useSubscription } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { getPresence } from '../resources/presence';
import { useMe } from './useMe';
import './session.css';

/** Everyone who has the board open, once that is known: the board does not wait for it. */
export function Present() {
  const { data: people = [] } = useResponse(getPresence);
  useSubscription(getPresence);
  const me = useMe();
  if (people.length === 0) return null;
  return (
    <section className="present">
      <h2 id="present">Here now</h2>
      <ul aria-labelledby="present">
        {people.map(person => (
          <li key={person.login} className={person === me ? 'present-me' : undefined}>
            <Avatar of={person} />
            <span className="present-name">
              {person.login}
              {person === me && ' (you)'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

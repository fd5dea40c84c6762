import { Entity, RestEndpoint, type } from 'rdc-toolkit';
import { User } from './User';

/** The session of this browser. */
export class Session extends Entity {
  /** `null` if no user is logged in. */
  person: User | null = null;

  static key = 'Session';
  static schema = { person: User };

  /** There is one session; every response is about it. */
  override pk() {
    return 'mine';
  }
}

export const getSession = new RestEndpoint({ path: '/api/session', name: 'Session.get', schema: Session });
export const logIn = getSession.extend({
  method: 'POST',
  name: 'Session.logIn',
  body: type<{ login: string }>(),
});
export const logOut = getSession.extend({ method: 'DELETE', name: 'Session.logOut' });

import { Entity, resource } from 'rdc-toolkit';

/** Someone who reports issues, works on them or comments on them. */
export class User extends Entity {
  id = '';
  login = '';
  type = 'User';
  url = '';

  static key = 'User';

  override pk() {
    return this.login;
  }

  /** The user's color, in degrees on the color wheel. */
  get hue() {
    return [...this.login].reduce((hue, letter) => (hue * 31 + letter.charCodeAt(0)) % 360, 0);
  }
}

export const UserResource = resource({ path: '/api/people/:login', schema: User });

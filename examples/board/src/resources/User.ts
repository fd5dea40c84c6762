import { Entity, resource } from 'rdc-toolkit';

/** Somebody who reports issues, works on them or speaks about them. */
export class User extends Entity {
  id = '';
  login = '';
  type = 'User';
  url = '';

  static key = 'User';

  pk() {
    return this.login;
  }

  /** Two letters to be drawn by. */
  get initials() {
    const words = this.login.replace(/\[bot\]$/, '').split(/[^a-z0-9]+|(?<=[a-z])(?=[A-Z])/i);
    const [first = '?', second = first.slice(1)] = words;
    return (first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
  }

  /** A colour to be known by, as degrees on the colour wheel. */
  get hue() {
    return [...this.login].reduce((hue, letter) => (hue * 31 + letter.charCodeAt(0)) % 360, 0);
  }
}

export const UserResource = resource({ path: '/api/people/:login', schema: User });

import { Entity, resource } from 'rdc-toolkit';
import { origin } from './origin';

export class Author extends Entity {
  id = '';
  name = '';
  life = '';

  static key = 'Author';
}

export const AuthorResource = resource({ urlPrefix: origin, path: '/api/authors/:id', schema: Author });

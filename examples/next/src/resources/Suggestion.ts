import { Entity, resource } from 'rdc-toolkit';
import { Author } from './Author';
import { origin } from './origin';

/** A book that a reader does not have yet. */
class Suggestion extends Entity {
  id = '';
  title = '';
  author = Author.fromJS();
  cover = '';

  static key = 'Suggestion';
  static schema = { author: Author };
}

export const SuggestionResource = resource({
  urlPrefix: origin,
  path: '/api/suggestions/:id',
  schema: Suggestion,
});

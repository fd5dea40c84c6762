import { Entity, RestEndpoint, type RestOptions, resource } from 'rdc-toolkit';

/** The server's address, the only difference between the two processes. */
export const base = { url: '' };

class CardEndpoint<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
  override fetchResponse(input: string, init: RequestInit): Promise<Response> {
    return super.fetchResponse(`${base.url}${input}`, init);
  }
}

class Person extends Entity {
  id = '';
  name = '';
  static key = 'FreshProcess.Person';
}

class Card extends Entity {
  id = '';
  title = '';
  status = '';
  by = Person.fromJS();
  static key = 'FreshProcess.Card';
  static schema = { by: Person };
}

export const CardResource = resource({
  path: '/cards/:id',
  schema: Card,
  searchParams: {} as { status: string },
  optimistic: true,
  Endpoint: CardEndpoint,
});

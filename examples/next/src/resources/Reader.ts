import { Entity, RestEndpoint } from 'rdc-toolkit';
import { origin } from './origin';

class Reader extends Entity {
  id = '';
  name = '';

  static key = 'Reader';
}

/** Who has opened the page, as a cookie says. */
export const getMe = new RestEndpoint({ urlPrefix: origin, path: '/api/me', schema: Reader, name: 'getMe' });

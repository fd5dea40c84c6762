import { Collection, Entity, RestEndpoint, type RestOptions, resource } from 'rdc-toolkit';
import { server } from './hotServer';

class HotEndpoint<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
  override fetchResponse(input: string, init: RequestInit): Promise<Response> {
    return super.fetchResponse(`${server.url}${input}`, init);
  }
}

class Owner extends Entity {
  id = '';
  static key = 'hot.Owner';
}

export class Task extends Entity {
  id = '';
  title = '';
  owner = Owner.fromJS();
  static key = 'hot.Task';
  static schema = { owner: Owner };
}

export const TaskResource = resource({
  path: '/tasks/:id',
  schema: Task,
  Endpoint: HotEndpoint,
  optimistic: true,
  dataExpiryLength: 0,
});

export const getSorted = new HotEndpoint({
  path: '/sorted',
  name: 'hot.getSorted',
  schema: new Collection([Task], { argsKey: () => ({}) }),
});

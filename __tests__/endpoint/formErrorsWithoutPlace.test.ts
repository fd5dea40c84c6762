import { formErrors } from 'rdc-toolkit';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

const create = new ApiEndpoint({ path: '/todos', method: 'POST', name: 'FormErrorsWithoutPlace.create' });

it.each(['target', 'path', 'field', 'pointer'])(
  'assigns an error to its enclosing field if its %s is null',
  async name => {
    await serve({
      'POST /todos': () => reply(422, { errors: { title: [{ [name]: null, message: 'is taken' }] } }),
    });

    const error = await create({}).catch((reason: unknown) => reason);

    expect(formErrors(error)).toEqual({ title: ['is taken'] });
  },
);

import { Controller, Entity } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class Page extends Entity {
  id = '';
  slug = '';
  static key = 'SharedIndexValue.Page';
  static indexes = ['slug'];
}

it('finds a record by a value that another one had, too, and has let go of', () => {
  const controller = new Controller(createTestStore());
  controller.set(Page, { id: 'a' }, { id: 'a', slug: 'x' });
  controller.set(Page, { id: 'b' }, { id: 'b', slug: 'x' });
  controller.set(Page, { id: 'b' }, { id: 'b', slug: 'z' });

  expect(controller.get(Page, { slug: 'x' })?.id).toBe('a');
});

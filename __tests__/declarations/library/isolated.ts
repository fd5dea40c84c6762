// A module under isolatedDeclarations writes its types out: these are short.
import { Entity, type Resource, resource } from 'rdc-toolkit';

/** A task. */
export class Task extends Entity {
  id: string = '';
  title: string = '';
  static key: string = 'Task';
}

/** Its endpoints. */
export const TaskResource: Resource<{ path: '/tasks/:id'; schema: typeof Task; paginationField: 'page' }> =
  resource({ path: '/tasks/:id', schema: Task, paginationField: 'page' });

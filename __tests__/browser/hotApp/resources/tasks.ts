import { Entity, resource } from 'rdc-toolkit';

export class Task extends Entity {
  id = '';
  title = '';
  static key = 'Task';

  get label() {
    return `Task ${this.title}`;
  }
}

export const TaskResource = resource({ path: '/tasks/:id', schema: Task, optimistic: true });

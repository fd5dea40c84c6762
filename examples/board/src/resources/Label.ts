import { Entity, resource } from 'rdc-toolkit';

/** The kind of work of an issue. */
export class Label extends Entity {
  name = '';
  color = '';
  description = '';

  static key = 'Label';

  override pk() {
    return this.name;
  }
}

export const LabelResource = resource({ path: '/api/labels/:name', schema: Label });

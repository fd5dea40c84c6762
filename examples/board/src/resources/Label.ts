import { Entity, resource } from 'rdc-toolkit';

/** What kind of work an issue is. */
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

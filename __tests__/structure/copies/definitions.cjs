const { Entity, resource } = require('rdc-toolkit');

class Note extends Entity {
  id = '';
  static key = 'copies.Note';
}

exports.NoteResource = resource({ path: '/notes/:id', schema: Note });

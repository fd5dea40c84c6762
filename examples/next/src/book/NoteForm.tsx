import { useController, useLoading } from 'rdc-toolkit/react';
import { BookResource } from '../resources/Book';

export function NoteForm({ id, note }: { id: string; note: string }) {
  const { fetch } = useController();
  const [save, isSaving] = useLoading((form: FormData) =>
    fetch(BookResource.partialUpdate, { id }, { note: String(form.get('note')) }),
  );
  return (
    <form className="note" action={form => void save(form)}>
      <label htmlFor="note">Your note</label>
      <textarea id="note" name="note" rows={3} defaultValue={note} />
      <button type="submit" disabled={isSaving}>
        Save
      </button>
    </form>
  );
}

/** The fields of a new or edited issue. */
export function IssueFields({ title = '', body = '' }) {
  return (
    <>
      <label>
        Title
        {/* biome-ignore lint/a11y/noAutofocus: the user has just opened the form */}
        <input name="title" defaultValue={title} required autoFocus autoComplete="off" />
      </label>
      <label>
        Description
        <textarea name="body" defaultValue={body} rows={6} />
      </label>
    </>
  );
}

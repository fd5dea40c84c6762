const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** A formatted date. */
export function Day({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{format.format(date)}</time>;
}

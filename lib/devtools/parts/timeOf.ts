/** A time of day with milliseconds, as people read it. */
export function timeOf(at: number): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return '';
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  const milliseconds = String(time.getMilliseconds()).padStart(3, '0');
  return `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}:${twoDigits(time.getSeconds())}.${milliseconds}`;
}

/** Returns the Unix time in seconds at which a day (`2026-11-29`) begins in the reader's time zone, plus `later` days. */
export function startOfDay(day: string, later = 0): number {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return Math.floor(date.getTime() / 1000);
}

/** Parses the text of `pg_current_snapshot()`: `xmin:xmax:xip,xip…`. @throws RangeError when it is malformed */
export function parseSnapshot(text: string): { xmin: number; xmax: number; inProgress: number[] } {
  const match = /^(\d+):(\d+):([\d,]*)$/.exec(text);
  if (!match) throw new RangeError(`not a snapshot: ${text}`);
  const [, xmin, xmax, list = ''] = match;
  const inProgress = list === '' ? [] : list.split(',').map(Number);
  return { xmin: Number(xmin), xmax: Number(xmax), inProgress };
}

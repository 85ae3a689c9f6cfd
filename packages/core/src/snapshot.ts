/** Parses the text of `pg_current_snapshot()`: `xmin:xmax:xip,xip…`. @throws RangeError when it is malformed */
export function parseSnapshot(text: string): { xmin: number; xmax: number; inProgress: number[] } {
  const match = /^(\d+):(\d+):([\d,]*)$/.exec(text);
  if (!match) throw new RangeError(`not a snapshot: ${text}`);
  const inProgress = match[3] === '' ? [] : match[3]!.split(',').map(Number);
  return { xmin: Number(match[1]), xmax: Number(match[2]), inProgress };
}

/** RFC 9110. From `start` up to, but not including, `end`. */
export type Selection =
  | { status: 200; start: 0; end: number }
  | { status: 206; start: number; end: number }
  | { status: 304 | 416 };

export type Conditions = { range: string; ifRange: string; ifNoneMatch: string };

/**
 * Evaluates the headers Range, If-Range and If-None-Match. A malformed Range, or one with several ranges, selects the whole
 * file. This is our own code, because the common library deviates from the standard (docs/decisions/own-or-library.md).
 */
export function select(size: number, etag: string, { range, ifRange, ifNoneMatch }: Conditions): Selection {
  if (ifNoneMatch !== '' && matches(ifNoneMatch, etag)) return { status: 304 };
  const whole: Selection = { status: 200, start: 0, end: size };
  if (range === '' || (ifRange !== '' && ifRange.trim() !== etag)) return whole;
  const match = /^bytes *= *(\d{0,15}) *- *(\d{0,15}) *$/i.exec(range);
  if (!match || (match[1] === '' && match[2] === '')) return whole;
  if (match[1] === '') {
    const length = Math.min(size, Number(match[2]));
    return length === 0 ? { status: 416 } : { status: 206, start: size - length, end: size };
  }
  const start = Number(match[1]);
  const last = match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  if (match[2] !== '' && Number(match[2]) < start) return whole;
  return start >= size ? { status: 416 } : { status: 206, start, end: last + 1 };
}

const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

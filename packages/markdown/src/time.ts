const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(am|pm)?\s*(\S.*)?)?$/i;
const dayFirst =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})\s+([a-z]{3,9})\.?,?\s+(\d{4})(?:,?\s+(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?\s*(\S.*)?)?$/i;
const monthFirst =
  /^(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:,?\s+(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?\s*(\S.*)?)?$/i;
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * Parses a time as people type it: ISO 8601 (with `T` or a blank), `31 Jan 2026 12:00`, `Jan 31, 2026, 3:00 PM`, with
 * `Z`, `UTC`, `GMT` or an offset, or seconds since 1970. Without a zone it is UTC; without a time of day, midnight.
 */
export function parseTime(text: string): Date | undefined {
  if (/^\d{1,11}(?:\.\d{1,9})?$/.test(text)) return valid(new Date(Math.floor(Number(text)) * 1000));
  let match = iso.exec(text);
  if (match) {
    return build(Number(match[1]), Number(match[2]), Number(match[3]), match.slice(4));
  }
  match = dayFirst.exec(text);
  if (match) return build(Number(match[3]), monthNumber(match[2]!), Number(match[1]), match.slice(4));
  match = monthFirst.exec(text);
  if (match) return build(Number(match[3]), monthNumber(match[1]!), Number(match[2]), match.slice(4));
  return undefined;
}

function monthNumber(name: string): number {
  const lower = name.toLowerCase();
  return (
    1 +
    months.findIndex(
      (month) =>
        month === lower || month.slice(0, 3) === lower || (lower === 'sept' && month === 'september'),
    )
  );
}

function build(year: number, month: number, day: number, rest: (string | undefined)[]): Date | undefined {
  const [hourText, minuteText, secondText, half, zone] = rest;
  let hour = Number(hourText ?? 0);
  const minute = Number(minuteText ?? 0);
  const second = Number(secondText ?? 0);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  }
  const offset = offsetMinutes(zone);
  if (offset === undefined || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59)
    return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second);
  return valid(new Date(date.getTime() - offset * 60_000));
}

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const match = /^(?:Z|(?:UTC|GMT)?\s*(?:([+-])(\d{1,2})(?::?(\d{2}))?)?)$/i.exec(zone.trim());
  if (!match) return undefined;
  if (match[1] === undefined) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  if (minutes > 15 * 60 || Number(match[3] ?? 0) > 59) return undefined;
  return match[1] === '-' ? -minutes : minutes;
}

function valid(date: Date): Date | undefined {
  const year = date.getUTCFullYear();
  return Number.isNaN(date.getTime()) || year < 1 || year > 9999 ? undefined : date;
}

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
 * Parses a time in the formats that people type: ISO 8601 (with `T` or a blank), `31 Jan 2026 12:00`, `Jan 31, 2026, 3:00 PM`,
 * or seconds since the Unix epoch. The zone is `Z`, an offset or a common abbreviation. Without a zone, the time is in UTC.
 * Without a time of day, it is midnight. Returns undefined for other texts.
 */
export function parseTime(text: string): Date | undefined {
  if (/^\d{1,11}(?:\.\d{1,9})?$/.test(text)) return valid(new Date(Math.floor(Number(text)) * 1000));
  let match = iso.exec(text);
  if (match) {
    return build(Number(match[1]), Number(match[2]), Number(match[3]), match.slice(4));
  }
  match = dayFirst.exec(text);
  if (match) return build(Number(match[3]), monthNumber(match[2] ?? ''), Number(match[1]), match.slice(4));
  match = monthFirst.exec(text);
  if (match) return build(Number(match[3]), monthNumber(match[1] ?? ''), Number(match[2]), match.slice(4));
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

/** Offsets of time zones in minutes ahead of UTC. When an abbreviation has several meanings, the most common one is used. */
const zones: Readonly<Record<string, number>> = {
  HST: -600,
  AKST: -540,
  AKDT: -480,
  PST: -480,
  PDT: -420,
  MST: -420,
  MDT: -360,
  CST: -360,
  CDT: -300,
  EST: -300,
  EDT: -240,
  AST: -240,
  ADT: -180,
  NST: -210,
  NDT: -150,
  BRT: -180,
  ART: -180,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  SAST: 120,
  CAT: 120,
  WAT: 60,
  EAT: 180,
  MSK: 180,
  TRT: 180,
  GST: 240,
  PKT: 300,
  IST: 330,
  NPT: 345,
  BDT: 360,
  ICT: 420,
  WIB: 420,
  HKT: 480,
  SGT: 480,
  PHT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  AEST: 600,
  ACDT: 630,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
};

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const named = zone.trim().toUpperCase();
  if (Object.hasOwn(zones, named)) return zones[named];
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

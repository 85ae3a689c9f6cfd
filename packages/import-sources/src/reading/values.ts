import { isRecord } from '@parley/core';
/** Access to values of unknown form: archives are not trusted, and older and newer versions differ. */

/** An object of an archive. */
export type Values = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object that is no list. */
export const objectOf = (value: unknown): Values | undefined => (isRecord(value) ? value : undefined);

/** Returns the value if it is a list; an empty list otherwise. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const objectsOf = (value: unknown): readonly Values[] =>
  listOf(value).flatMap((entry) => {
    const found = objectOf(entry);
    return found ? [found] : [];
  });

/** Returns the value if it is a text with a visible character. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Returns the texts of a list. */
export const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((entry): entry is string => typeof entry === 'string' && entry !== '');

/** Returns the value if it is a finite number, also one that is written as text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || !/^-?\d{1,17}(?:\.\d{1,9})?$/.test(value.trim())) return undefined;
  return Number(value);
}

/** Returns an ID, which is a text or a number. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : textOf(value);

/** 1990 and 2100: a time outside is a mistake. */
const earliest = 631_152_000;
const latest = 4_102_444_800;

/** Returns a moment in seconds, if it is one in which messages can have been sent. */
export const secondsOf = (value: unknown): number | undefined => {
  const seconds = numberOf(value);
  return seconds !== undefined && seconds >= earliest && seconds <= latest ? seconds : undefined;
};

/** Like `secondsOf`, for a time in milliseconds. */
export const millisecondsOf = (value: unknown): number | undefined => {
  const milliseconds = numberOf(value);
  return milliseconds === undefined ? undefined : secondsOf(milliseconds / 1_000);
};

import { errors, errorText, required } from '@parley/core';
import { type Query, sql } from '@parley/db';
import type { DayBounds, IdRange, Operator } from './types.ts';

/** Operators of days: `before` and `after` leave the day or period itself out. */
const selections: Readonly<Record<string, (bounds: DayBounds) => { condition: Query; idRange: IdRange }>> = {
  before: ({ from, beforeFrom }) => ({
    condition: sql`m.sent_at < ${from} and m.id < ${beforeFrom}`,
    idRange: { above: -Number.MAX_SAFE_INTEGER, below: beforeFrom },
  }),
  after: ({ to, afterTo }) => ({
    condition: sql`m.sent_at >= ${to} and m.id > ${afterTo}`,
    idRange: { above: afterTo, below: Number.MAX_SAFE_INTEGER },
  }),
  during: ({ from, to, beforeTo, afterFrom }) => ({
    condition: sql`m.sent_at >= ${from} and m.sent_at < ${to} and m.id > ${afterFrom} and m.id < ${beforeTo}`,
    idRange: { above: afterFrom, below: beforeTo },
  }),
};

/** `before:2026-05-01`, `after:yesterday`, `during:last week`: days in the reader's time zone. */
export const days: Operator<{ name: string; words: string }> = {
  names: Object.keys(selections),
  parse(operand, name) {
    const isGiven = (typeof operand === 'string' && operand.trim() !== '') || typeof operand === 'number';
    if (!isGiven) throw unreadable(operand);
    return { name, words: String(operand) };
  },
  collect: ({ words }, lookups) => void lookups.days.add(words),
  compile({ name, words }, facts) {
    const bounds = facts.boundsOf(words);
    if (!bounds) throw unreadable(words);
    return required(selections[name], `selection of days for ${name}`)(bounds);
  },
};

const unreadable = (operand: unknown) =>
  errors.badNarrow(errorText('unknown day {operand}', { operand: JSON.stringify(operand) }));

/** Refuses numbers that may mean any of several dates. */
export const ambiguousDay = (operand: string, dates: readonly string[]) =>
  errors.badNarrow(
    errorText('{operand} may mean {dates}; write one of them', {
      operand: JSON.stringify(operand),
      dates: dates.join(', '),
    }),
  );

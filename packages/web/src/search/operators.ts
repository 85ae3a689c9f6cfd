/** The search language: `channel:design sender:42 has:link noodles`. */
import type { Narrow, NarrowTerm, Store } from '@parley/client';
import { userName } from '../model/names.ts';

const operators = [
  'channel',
  'channels',
  'topic',
  'dm',
  'dm-including',
  'sender',
  'is',
  'has',
  'in',
  'id',
] as const;

/** Operands that are keywords. */
export const operandWords: Readonly<Record<string, readonly string[]>> = {
  is: ['mentioned', 'starred', 'unread', 'dm', 'followed', 'resolved', 'alerted', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  channels: ['public'],
  in: ['all', 'home'],
  sender: ['me'],
};

const older: Readonly<Record<string, string>> = { stream: 'channel', from: 'sender', 'pm-with': 'dm' };

/** Splits a text at blanks outside of quotation marks. */
export const wordsOf = (text: string): string[] => text.match(/-?[\w-]+:"[^"]*"?|"[^"]*"?|\S+/g) ?? [];

const unquoted = (text: string): string => text.replaceAll('"', '');

/** Parses a search into a narrow. Words without an operator are searched for in messages. */
export function parseSearch(text: string, store: Store): Narrow {
  const narrow: NarrowTerm[] = [];
  const plain: string[] = [];
  for (const word of wordsOf(text)) {
    const [, sign, name, value] = /^(-?)([\w-]+):(.+)$/.exec(word) ?? [];
    const operator = older[name ?? ''] ?? name;
    if (value === undefined || !(operators as readonly string[]).includes(operator ?? '')) plain.push(word);
    else {
      const operand = operandOf(operator!, unquoted(value), store);
      if (operand !== undefined)
        narrow.push({ operator: operator!, operand, ...(sign === '-' && { negated: true }) });
    }
  }
  if (plain.length > 0) narrow.push({ operator: 'search', operand: plain.join(' ') });
  return narrow;
}

function operandOf(operator: string, value: string, store: Store): NarrowTerm['operand'] | undefined {
  if (operator === 'channel') {
    const wanted = value.toLowerCase();
    return (
      [...store.channels.channels.values()].find(({ name }) => name.toLowerCase() === wanted)?.stream_id ??
      value
    );
  }
  if (operator === 'dm' || operator === 'dm-including') {
    const ids = value.split(',').flatMap((name) => userIdOf(name.trim(), store) ?? []);
    return ids.length > 0 ? ids.sort((one, other) => one - other) : undefined;
  }
  if (operator === 'sender') return value === 'me' ? 'me' : (userIdOf(value, store) ?? value);
  return value;
}

function userIdOf(name: string, store: Store): number | undefined {
  if (name === 'me') return store.people.selfId;
  const wanted = name.toLowerCase();
  for (const user of store.people.users.values()) {
    if (user.full_name.toLowerCase() === wanted || user.email.toLowerCase() === wanted) return user.user_id;
  }
  const id = Number(name);
  return Number.isInteger(id) ? id : undefined;
}

const quoted = (text: string): string => (/\s/.test(text) ? `"${text}"` : text);

/** Returns a narrow in the form in which people type it. */
export function searchText(narrow: Narrow, store: Store): string {
  return narrow
    .map(({ operator, operand, negated }) => {
      if (operator === 'search') return String(operand);
      const value =
        operator === 'channel' && typeof operand === 'number'
          ? (store.channels.channels.get(operand)?.name ?? String(operand))
          : Array.isArray(operand)
            ? (operand as number[]).map((id) => userName(store, id)).join(',')
            : operator === 'sender' && typeof operand === 'number'
              ? userName(store, operand)
              : String(operand);
      return `${negated ? '-' : ''}${operator}:${quoted(value)}`;
    })
    .join(' ');
}

/** Names of all operators, the most useful ones first. */
export const operatorNames: readonly string[] = operators;

export { quoted };

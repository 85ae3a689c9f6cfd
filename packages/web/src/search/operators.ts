/** The search language: `channel:design sender:42 has:link noodles`. */
import type { Narrow, NarrowTerm, Store } from '@parley/client';
import type { TextName } from '../i18n/en.ts';
import { userName } from '../model/names.ts';

/** Operators that people type, the most useful ones first, each with the text that explains it. */
const operators = {
  channel: 'operatorChannel',
  topic: 'operatorTopic',
  sender: 'operatorSender',
  is: 'operatorIs',
  has: 'operatorHas',
  dm: 'operatorDm',
  'dm-including': 'operatorDmIncluding',
  channels: 'operatorChannels',
  id: 'operatorId',
} as const satisfies Readonly<Record<string, TextName>>;

/** Operands that are keywords, each with the text that explains it. */
export const operandWords: Readonly<Record<string, Readonly<Record<string, TextName>>>> = {
  is: {
    mentioned: 'operandMentioned',
    starred: 'operandStarred',
    unread: 'operandUnread',
    dm: 'directMessages',
    followed: 'operandFollowed',
    resolved: 'operandResolved',
    alerted: 'operandAlerted',
    muted: 'operandMuted',
  },
  has: {
    link: 'operandLink',
    image: 'operandImage',
    attachment: 'operandAttachment',
    reaction: 'operandReaction',
  },
  channels: {
    public: 'operandPublic',
    'web-public': 'operandWebPublic',
    archived: 'operandArchived',
  },
  sender: { me: 'operandMe' },
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
    if (value === undefined || !Object.hasOwn(operators, operator ?? '')) plain.push(word);
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

/** All operators with the texts that explain them, the most useful ones first. */
export const operatorTexts: readonly (readonly [string, TextName])[] = Object.entries(operators);

export { quoted };

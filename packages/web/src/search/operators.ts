/** The search language. Example: `channel:design sender:42 has:link noodles`. */

import type { Narrow, NarrowTerm, Store } from '@parley/client';
import { foldCase } from '@parley/client';
import type { TextName } from '../i18n/index.ts';

/** Operators that people can type, the most useful ones first, each with the name of its explanation. */
const operators = {
  channel: 'operatorChannel',
  topic: 'operatorTopic',
  sender: 'operatorSender',
  mentions: 'operatorMentions',
  is: 'operatorIs',
  has: 'operatorHas',
  dm: 'operatorDm',
  'dm-including': 'operatorDmIncluding',
  channels: 'operatorChannels',
  id: 'operatorId',
  with: 'operatorWith',
  near: 'operatorNear',
} as const satisfies Readonly<Record<string, TextName>>;

/** Operators that cannot be negated. */
export const positiveOperators: ReadonlySet<string> = new Set(['with', 'near']);

/** Operands that are keywords, by operator, each with the name of its explanation. */
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

/** Older names of operators, which the server still accepts. */
const older: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  from: 'sender',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
};

/** Splits a text into words at spaces outside of quotation marks. In the quotation marks of a value, `\"` and `\\` are characters. */
export const wordsOf = (text: string): string[] =>
  text.match(/-?[\w-]+:"(?:\\["\\]|[^"])*"?|"[^"]*"?|\S+/g) ?? [];

const unquoted = (text: string): string =>
  text.startsWith('"')
    ? text.replace(/^"|(?<!(?<!\\)(?:\\\\)*\\)"$/g, '').replace(/\\(["\\])/g, '$1')
    : text.replaceAll('"', '');

/** Parses a typed search into a narrow (message filter). Words without an operator are searched for in the text of messages. */
export function parseSearch(text: string, store: Store): Narrow {
  const narrow: NarrowTerm[] = [];
  const plain: string[] = [];
  for (const word of wordsOf(text)) {
    const [, sign, name, value] = /^(-?)([\w-]+):(.+)$/.exec(word) ?? [];
    const operator = older[name ?? ''] ?? name;
    const isNegatedHint = sign === '-' && positiveOperators.has(operator ?? '');
    if (value === undefined || !Object.hasOwn(operators, operator ?? '') || isNegatedHint) plain.push(word);
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
    return channelIdOf(value, store) ?? value;
  }
  if (operator === 'dm' || operator === 'dm-including') {
    const ids = value.split(',').flatMap((name) => userIdOf(name.trim(), store) ?? []);
    return ids.length > 0 ? ids.sort((one, other) => one - other) : undefined;
  }
  if (positiveOperators.has(operator)) return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  if (operator === 'sender' || operator === 'mentions')
    return value === 'me' ? 'me' : (userIdOf(value, store) ?? value);
  return value;
}

/** Returns the ID of the channel that a name or an ID denotes in a search; undefined for none. */
export function channelIdOf(name: string, store: Store): number | undefined {
  const wanted = foldCase(name);
  const named = [...store.channels.channels.values()].find((channel) => foldCase(channel.name) === wanted);
  return named?.stream_id ?? (/^\d{1,15}$/.test(name) ? Number(name) : undefined);
}

/** Returns the ID of the person whom a name, an address or an ID denotes in a search; undefined for nobody. */
export function userIdOf(name: string, store: Store): number | undefined {
  if (name === 'me') return store.people.selfId;
  const wanted = foldCase(name);
  for (const { full_name, email, delivery_email, user_id } of store.people.users.values()) {
    if ([full_name, email, delivery_email ?? ''].some((each) => foldCase(each) === wanted)) return user_id;
  }
  const id = Number(name);
  return name !== '' && Number.isInteger(id) ? id : undefined;
}

/** All operators and the names of their explanations, the most useful ones first. */
export const operatorTexts: readonly (readonly [string, TextName])[] = Object.entries(operators);

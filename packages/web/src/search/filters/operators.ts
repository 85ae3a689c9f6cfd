/** The search language. Example: `in:design from:42 has:link noodles`. The server reads the words (docs/api/search.md). */

import type { ChannelId, Narrow, NarrowTerm, Store, UserId } from '@parley/client';
import { foldCase } from '@parley/client';
import { locale } from '../../i18n/index.ts';
import type { SearchText } from '../texts.ts';
import { typedDay } from './typed-day.ts';

/** Operators that people can type, the most useful ones first, each with the name of its explanation. */
const operators = {
  from: 'operatorFrom',
  in: 'operatorIn',
  topic: 'operatorTopic',
  has: 'operatorHas',
  filetype: 'operatorFiletype',
  after: 'operatorAfter',
  before: 'operatorBefore',
  during: 'operatorDuring',
  mentions: 'operatorMentions',
  is: 'operatorIs',
  dm: 'operatorDm',
  'dm-including': 'operatorDmIncluding',
  channels: 'operatorChannels',
  id: 'operatorId',
  with: 'operatorWith',
  near: 'operatorNear',
} as const satisfies Readonly<Record<string, SearchText>>;

/** Operators that cannot be negated. */
export const positiveOperators: ReadonlySet<string> = new Set(['with', 'near']);

/** Days and periods that have names. The server also reads dates, and names of days and months. */
const dayWords = {
  today: 'dayToday',
  yesterday: 'dayYesterday',
  'this week': 'dayThisWeek',
  'last week': 'dayLastWeek',
  'this month': 'dayThisMonth',
  'last month': 'dayLastMonth',
} as const satisfies Readonly<Record<string, SearchText>>;

/** Operands that are keywords, by operator, each with the name of its explanation. */
export const operandWords: Readonly<Record<string, Readonly<Record<string, SearchText>>>> = {
  is: {
    mentioned: 'operandMentioned',
    starred: 'operandStarred',
    unread: 'operandUnread',
    dm: 'operandDirect',
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
  from: { me: 'operandMe' },
  mentions: { me: 'operandMentioned' },
  in: { home: 'operandHome', all: 'operandAll' },
  filetype: {
    pdf: 'filePdf',
    image: 'fileImage',
    document: 'fileDocument',
    spreadsheet: 'fileSpreadsheet',
    presentation: 'filePresentation',
    video: 'fileVideo',
    audio: 'fileAudio',
    archive: 'fileArchive',
  },
  before: dayWords,
  after: dayWords,
  during: dayWords,
};

/** Other names of operators, which people may type as well. */
const older: Readonly<Record<string, string>> = {
  channel: 'in',
  stream: 'in',
  streams: 'channels',
  sender: 'from',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
};

/** Returns the operator that a typed name means; undefined for none. */
export function operatorOf(typed: string): string | undefined {
  const name = Object.hasOwn(older, typed) ? (older[typed] ?? typed) : typed;
  return Object.hasOwn(operators, name) ? name : undefined;
}

/** Splits a text into words at spaces outside of quotation marks. In the quotation marks of a value, `\"` and `\\` are characters. */
export const wordsOf = (text: string): string[] =>
  text.match(/-?[\w-]+:"(?:\\["\\]|[^"])*"?|-?"[^"]*"?|\S+/g) ?? [];

const unquoted = (text: string): string =>
  text.startsWith('"')
    ? text.replace(/^"|(?<!(?<!\\)(?:\\\\)*\\)"$/g, '').replace(/\\(["\\])/g, '$1')
    : text.replaceAll('"', '');

/**
 * Parses a typed search into a narrow (message filter). Words without an operator are searched for in the text of messages, with
 * their quotes, `OR` and minus signs, which the server reads.
 */
export function parseSearch(text: string, store: Store): Narrow {
  const narrow: NarrowTerm[] = [];
  const plain: string[] = [];
  for (const word of wordsOf(text)) {
    const [, sign, name, value] = /^(-?)([\w-]+):(.+)$/s.exec(word) ?? [];
    const operator = operatorOf(name ?? '');
    const isNegatedHint = sign === '-' && positiveOperators.has(operator ?? '');
    if (value === undefined || operator === undefined || isNegatedHint) plain.push(word);
    else {
      const term = termOf(operator, value, store);
      if (term) narrow.push({ ...term, ...(sign === '-' && { negated: true }) });
    }
  }
  if (plain.length > 0) narrow.push({ operator: 'search', operand: plain.join(' ') });
  return narrow;
}

/** Returns whether an operand of `in` is a word with a meaning of its own. A channel of that name is written in quotation marks. */
export const isPlaceWord = (operand: string): boolean => operand === 'home' || operand === 'all';

function termOf(operator: string, written: string, store: Store): NarrowTerm | undefined {
  const value = unquoted(written);
  switch (operator) {
    case 'in':
      return isPlaceWord(written)
        ? { operator, operand: value }
        : { operator: 'channel', operand: channelIdOf(value, store) ?? value };
    case 'from':
      return { operator: 'sender', operand: personOf(value, store) };
    case 'mentions':
      return { operator, operand: personOf(value, store) };
    case 'dm':
    case 'dm-including': {
      const ids = value.split(',').flatMap((name) => userIdOf(name.trim(), store) ?? []);
      return ids.length > 0 ? { operator, operand: ids.sort((one, other) => one - other) } : undefined;
    }
    case 'before':
    case 'after':
    case 'during':
      return { operator, operand: typedDay(value, locale()) };
    case 'with':
    case 'near':
      return /^\d{1,15}$/.test(value) ? { operator, operand: Number(value) } : undefined;
    default:
      return { operator, operand: value };
  }
}

const personOf = (value: string, store: Store): string | number =>
  value === 'me' ? 'me' : (userIdOf(value, store) ?? value);

/** Returns the ID of the channel that a name or an ID denotes in a search; undefined for none. */
export function channelIdOf(name: string, store: Store): ChannelId | undefined {
  const wanted = foldCase(name);
  const named = [...store.channels.channels.values()].find((channel) => foldCase(channel.name) === wanted);
  return named?.stream_id ?? (/^\d{1,15}$/.test(name) ? Number(name) : undefined);
}

/** Returns the ID of the person whom a name, an address or an ID denotes in a search; undefined for nobody. */
export function userIdOf(name: string, store: Store): UserId | undefined {
  if (name === 'me') return store.people.selfId;
  const wanted = foldCase(name);
  for (const { full_name, email, delivery_email, user_id } of store.people.users.values()) {
    if ([full_name, email, delivery_email ?? ''].some((each) => foldCase(each) === wanted)) return user_id;
  }
  const id = Number(name);
  return name !== '' && Number.isInteger(id) ? id : undefined;
}

/** All operators and the names of their explanations, the most useful ones first. */
export const operatorTexts: readonly (readonly [string, SearchText])[] = Object.entries(operators);

/** Returns the words of a narrow that are searched for in texts and names; empty without any. */
export const searchedWords = (narrow: Narrow): string =>
  narrow
    .filter(({ operator, negated }) => operator === 'search' && !negated)
    .map(({ operand }) => String(operand))
    .join(' ');

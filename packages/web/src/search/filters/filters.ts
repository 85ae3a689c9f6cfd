/** Filters beside the results. Each is an operator of the search, so it stands in its text, too. */
import type { Message, Narrow, NarrowTerm } from '@parley/client';

export type Filter = Pick<NarrowTerm, 'operator' | 'operand'>;

/** Operators of which a search has at most one, by what they say: another choice replaces it. */
const groups: Readonly<Record<string, string>> = {
  sender: 'who',
  channel: 'where',
  topic: 'where',
  dm: 'where',
  'dm-including': 'where',
  before: 'when',
  after: 'when',
  during: 'when',
  filetype: 'kind',
};

/** Returns what a filter says: who, where, when or which kind; undefined for filters that others do not replace. */
export function groupOf({ operator, operand }: Filter): string | undefined {
  return operator === 'is' && operand === 'dm' ? 'where' : groups[operator];
}

export const isSame = (term: NarrowTerm, { operator, operand }: Filter): boolean =>
  !term.negated && term.operator === operator && JSON.stringify(term.operand) === JSON.stringify(operand);

export const isOn = (narrow: Narrow, filter: Filter): boolean => narrow.some((term) => isSame(term, filter));

/** Returns a search with a filter, or without it if it has it. Other choices of the same kind are replaced. */
export function toggled(narrow: Narrow, filter: Filter): Narrow {
  if (isOn(narrow, filter)) return narrow.filter((term) => !isSame(term, filter));
  const group = groupOf(filter);
  const kept = narrow.filter((term) => term.negated || group === undefined || groupOf(term) !== group);
  return inOrder([...kept, { operator: filter.operator, operand: filter.operand }]);
}

/** Returns a search that was sent between two days, which may both be missing. The days themselves belong to it. */
export function between(narrow: Narrow, from: string | undefined, to: string | undefined): Narrow {
  const others = narrow.filter(({ operator, negated }) => negated || groups[operator] !== 'when');
  return inOrder([
    ...others,
    ...(from ? [{ operator: 'after', operand: dayBeside(from, -1) }] : []),
    ...(to ? [{ operator: 'before', operand: dayBeside(to, 1) }] : []),
  ]);
}

/** Returns the days between which a search was sent, for fields of dates. Empty where it names none. */
export function daysOf(narrow: Narrow): { readonly from: string; readonly to: string } {
  const dayOf = (wanted: string, step: number) => {
    const operand = narrow.find(({ operator, negated }) => operator === wanted && !negated)?.operand;
    return typeof operand === 'string' && day.test(operand) ? dayBeside(operand, step) : '';
  };
  return { from: dayOf('after', 1), to: dayOf('before', -1) };
}

const day = /^\d{4}-\d\d-\d\d$/;

/** Returns the day before (-1) or after (1) a day. */
function dayBeside(text: string, step: number): string {
  const date = new Date(`${text}T12:00:00Z`);
  if (!day.test(text) || Number.isNaN(date.getTime())) return text;
  date.setUTCDate(date.getUTCDate() + step);
  return date.toISOString().slice(0, 10);
}

/** The words of a search come last, as people read and the parser writes them. */
const inOrder = (terms: readonly NarrowTerm[]): Narrow => [
  ...terms.filter(({ operator }) => operator !== 'search'),
  ...terms.filter(({ operator }) => operator === 'search'),
];

/** Returns a search with other words, and without them if they are empty. */
export const withWords = (narrow: Narrow, words: string): Narrow => [
  ...narrow.filter(({ operator, negated }) => operator !== 'search' || negated),
  ...(words.trim() === '' ? [] : [{ operator: 'search', operand: words.trim() }]),
];

export type Facet = { readonly id: number; readonly count: number };

/** Returns who sent the messages, and in which channels, each with the number of messages; the most first. */
export function facetsOf(
  messages: readonly Pick<Message, 'sender_id' | 'stream_id'>[],
  limit: number,
): { readonly senders: Facet[]; readonly channels: Facet[]; readonly directs: number } {
  const most = (ids: readonly number[]) => {
    const counts = new Map<number, number>();
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return Array.from(counts, ([id, count]) => ({ id, count }))
      .sort((one, other) => other.count - one.count || one.id - other.id)
      .slice(0, limit);
  };
  return {
    senders: most(messages.map(({ sender_id }) => sender_id)),
    channels: most(messages.flatMap(({ stream_id }) => stream_id ?? [])),
    directs: messages.filter(({ stream_id }) => stream_id === undefined).length,
  };
}

/** Kinds of files by their endings, as the server knows them. */
const kinds: Readonly<Record<string, RegExp>> = {
  image: /^(?:png|jpe?g|gif|webp|svg|bmp|tiff?|heic|avif|ico)$/,
  video: /^(?:mp4|webm|mov|mkv|avi|m4v|ogv)$/,
  audio: /^(?:mp3|og[ga]|wav|m4a|flac|aac|opus)$/,
  document: /^(?:pdf|docx?|odt|rtf|txt|md|pages|tex)$/,
  spreadsheet: /^(?:xlsx?|ods|csv|tsv|numbers)$/,
  presentation: /^(?:pptx?|odp|key)$/,
  archive: /^(?:zip|tar|t?gz|bz2|xz|7z|rar|zst)$/,
};

/** Returns the ending of a file's name in small letters; empty without one. */
const endingOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns the kind of a file, such as `image`; undefined for others. */
export const kindOfFile = (name: string): string | undefined =>
  Object.keys(kinds).find((kind) => kinds[kind]!.test(endingOf(name)));

/** Returns whether the name of a file has the ending or kind that a search asks for. */
export const hasWantedType = (name: string, narrow: Narrow): boolean =>
  narrow
    .filter(({ operator }) => operator === 'filetype')
    .every(({ operand, negated }) => {
      const wanted = String(operand).trim().toLowerCase().replace(/^\./, '');
      const holds = endingOf(name) === wanted || kindOfFile(name) === wanted.replace(/s$/, '');
      return holds !== (negated ?? false);
    });

/** Returns the filters that say which messages a file may be in: the server, which finds files by words alone, applies them. */
export const placesOfFiles = (narrow: Narrow): Narrow =>
  narrow.filter(
    ({ operator, negated }) =>
      operator !== 'filetype' && (operator !== 'search' || negated) && operator !== 'near',
  );

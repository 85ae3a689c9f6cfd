/** What the server finds while somebody types: topics, people and channels that this client does not know, messages, and files. */
import { type Message, type Place, placeOf } from '@parley/client';
import { FileText } from 'lucide';
import { briefTimeOf } from '../../i18n/format.ts';
import { foldName, foldQuery, fuzzyMatch } from '../../lib/text/fuzzy.ts';
import { placeHref, placeName, topicName, userName } from '../../model/names.ts';
import type { Parley } from '../../model/parley.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { parseSearch, searchedWords } from '../filters/operators.ts';
import { markedText } from '../marked-text.ts';
import type { FoundFile } from '../search-run.ts';
import { searchServerOf } from '../search-server.ts';
import type { FinderSource } from './finder-query.ts';
import type { FinderRow } from './finder-row.ts';
import { channelRow, type KnownNames, placeRow } from './known-names.tsx';

const maxMessages = 4;
/** Number of messages that are asked for, because some match only by their topic. */
const askedMessages = 12;
const maxFiles = 3;
const maxNames = 5;
/** Length of the excerpt of a message. */
const maxExcerpt = 90;

/** Returns what is asked, in the order in which the rows are shown. */
export function remoteSources(parley: Parley, known: KnownNames): FinderSource<FinderRow>[] {
  const { store } = parley;
  const server = searchServerOf(parley);
  return [
    (text, signal) => nameRows(parley, known, text, signal),
    async (text, signal) => {
      const narrow = parseSearch(text, store);
      if (narrow.length === 0) return [];
      const page = { anchor: 'newest', withAnchor: true, count: askedMessages, sort: 'relevance' } as const;
      const { messages } = await server.messages(narrow, page, signal);
      return tellingFirst(messages.map((message) => messageRow(parley, message)));
    },
    async (text, signal) => {
      const narrow = parseSearch(text, store);
      if (searchedWords(narrow) === '') return [];
      const files = await server.files(narrow, signal);
      return files
        .map((file) => fileRow(parley, file))
        .filter(isTelling)
        .slice(0, maxFiles);
    },
  ];
}

/** Returns the names that the server suggests. */
async function nameRows(
  parley: Parley,
  known: KnownNames,
  text: string,
  signal: AbortSignal,
): Promise<readonly FinderRow[]> {
  const narrow = parseSearch(text, parley.store);
  const { topics, people, channels } = await searchServerOf(parley).suggestions(narrow, signal);
  const places = topics.map(({ stream_id: channelId, name: topic }): Place & { kind: 'topic' } => ({
    kind: 'topic',
    channelId,
    topic,
  }));
  known.learn(places);
  // Filters select messages; a name alone may be wanted.
  if (narrow.length > 1) return [];
  return [
    ...places.slice(0, maxNames).map((place) => {
      const match = fuzzyMatch(foldName(topicName(parley.store, place.topic)), foldQuery(text));
      return placeRow(parley, place, match?.ranges);
    }),
    ...people
      .slice(0, maxNames)
      .map(({ user_id: id }) => placeRow(parley, { kind: 'direct', userIds: [id] })),
    ...channels.slice(0, maxNames).map((channel) => channelRow(parley, channel)),
  ];
}

/** Returns whether a row shows why it was found. */
const isTelling = ({ label }: FinderRow): boolean => label.some(({ isMarked }) => isMarked);

/** Returns the rows that show why they were found, or else a single one: messages that only stand in a topic of that name. */
function tellingFirst(rows: readonly FinderRow[]): readonly FinderRow[] {
  const telling = rows.filter(isTelling);
  return telling.length > 0 ? telling.slice(0, maxMessages) : rows.slice(0, 1);
}

function messageRow(parley: Parley, message: Message): FinderRow {
  const { store } = parley;
  const place = placeOf(message, store.people.selfId);
  return {
    key: `message ${message.id}`,
    label: markedText(message.match_content ?? message.content, maxExcerpt),
    detail: `${userName(store, message.sender_id)} · ${briefTimeOf(message.timestamp)} · ${placeName(store, place)}`,
    lead: () => <Avatar userId={message.sender_id} size="small" message={message} />,
    group: 'messages',
    run: () => parley.router.go(placeHref(store, place, message.id)),
  };
}

function fileRow(parley: Parley, file: FoundFile): FinderRow {
  const { store } = parley;
  return {
    key: `file ${file.path_id}`,
    label: markedText(file.match_name, maxExcerpt),
    detail: `${userName(store, file.sender_id)} · ${briefTimeOf(file.date_sent)}`,
    lead: () => <Icon of={FileText} />,
    group: 'files',
    // The message shows the file with what was said about it; its conversation follows from its ID.
    run: () => parley.router.go(`#narrow/near/${file.message_id}`),
  };
}

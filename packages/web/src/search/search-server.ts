/** Asks the server what a search finds. */
import { type Message, type Narrow, placeOf } from '@parley/client';
import type { Parley } from '../model/parley.tsx';
import { narrowOf } from '../router/router.ts';
import { hasWantedType, placesOfFiles } from './filters/filters.ts';
import { searchedWords } from './filters/operators.ts';
import type { FoundFile, SearchServer, Suggestions } from './search-run.ts';

const nothing: Suggestions = { people: [], channels: [], topics: [], did_you_mean: null };

type Surroundings = {
  /** Returns a message with as many before and after it in its conversation. */
  around(message: Message, size: number): Promise<readonly Message[]>;
};

/** Returns what answers searches of the signed-in person. Files and names are found by words; filters narrow them down. */
export function searchServerOf({ client, store }: Parley): SearchServer & Surroundings {
  return {
    messages: (narrow, page, signal) => readMessages(client, store, narrow, page, signal),
    async files(narrow, signal) {
      const query = searchedWords(narrow);
      if (query === '') return [];
      const { files } = await client.call('get-search-files', { query }, { signal });
      const ofType = files.filter(({ name }) => hasWantedType(name, narrow));
      return await inPlaces(client, ofType, placesOfFiles(narrow), signal);
    },
    async suggestions(narrow, signal) {
      const query = searchedWords(narrow);
      return query === '' ? nothing : await client.call('get-search-suggestions', { query }, { signal });
    },
    async around(message, size) {
      const { messages } = await client.call('get-messages', {
        anchor: String(message.id),
        num_before: size,
        num_after: size,
        narrow: termsOf(narrowOf(placeOf(message, store.people.selfId))),
        ...rendered,
      });
      return messages;
    },
  };
}

const rendered = { apply_markdown: true, client_gravatar: false, allow_empty_topic_name: true } as const;

const readMessages = async (
  client: Parley['client'],
  { messages }: Parley['store'],
  narrow: Narrow,
  { anchor, withAnchor, count, sort }: Parameters<SearchServer['messages']>[1],
  signal: AbortSignal,
): ReturnType<SearchServer['messages']> => {
  const hasWords = searchedWords(narrow) !== '';
  // What is received becomes known to the store, so that events about it are noticed.
  const flight = messages.beginFlight();
  try {
    const page = { anchor: String(anchor), include_anchor: withAnchor, num_before: count, num_after: 0 };
    const terms = { narrow: termsOf(narrow), ...rendered, ...(hasWords && { sort }) };
    const answer = await client.call('get-messages', { ...page, ...terms }, { signal });
    messages.receive(flight, { messages: answer.messages, from: 0, to: 0 });
    const isRanked = sort === 'relevance' && hasWords;
    return {
      messages: isRanked ? answer.messages : answer.messages.toReversed(),
      isComplete: isRanked ? answer.messages.length < count : answer.found_oldest,
    };
  } finally {
    messages.endFlight(flight);
  }
};

/** Returns the files whose messages fit the filters. */
async function inPlaces(
  client: Parley['client'],
  files: readonly FoundFile[],
  narrow: Narrow,
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  if (files.length === 0 || narrow.length === 0) return files;
  const ids = [...new Set(files.map(({ message_id }) => message_id))];
  const { messages } = await client.call(
    'check-messages-match-narrow',
    { msg_ids: ids, narrow: termsOf(narrow) },
    { signal },
  );
  return files.filter(({ message_id }) => Object.hasOwn(messages, String(message_id)));
}

/** The terms of a narrow as the client library takes them, without the position at which to begin. */
const termsOf = (narrow: Narrow) => narrow.filter(({ operator }) => operator !== 'near');

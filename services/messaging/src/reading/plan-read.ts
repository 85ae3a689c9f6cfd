import { type Visitor, visitor } from '@parley/core';
import type { Query } from '@parley/db';
import type { Channel, Scope, User } from '@parley/facts';
import type { NarrowTerm } from '@parley/proto/messaging/v1/narrow';
import { channelNameKey, emailKey, isAddressOf, type MessageId, userIdOfPlaceholder } from '@parley/rules';
import { languagesOfSearch, parseSearch, type SearchExpression, type SearchWord } from '@parley/search-text';
import { parseDay } from '@parley/search-text/days';
import { findReadablePeriods } from '../access/readable-periods.ts';
import {
  loadOwnVisibility,
  loadReader,
  loadUnreadScope,
  type ReaderOf,
  restrictReader,
} from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { isUnreadWithin } from '../db/read-state/read-state.ts';
import { firstUnread, type Source } from '../db/reading/message-window.ts';
import { idsAround } from '../db/reading/sent-at.ts';
import { findMessage } from '../db/stored-message.ts';
import { newestAnchor } from '../domain/limits.ts';
import type { UnreadScope } from '../domain/reading/unread-scope.ts';
import { mayKnowChannel, periodsInclude, type Visibility } from '../domain/reading/visibility.ts';
import { bothOf, forEachWord, isSelective as isSelectiveText } from '../domain/searching/text-query.ts';
import {
  bothCorrections,
  type Corrections,
  formsOfSpellings,
  mayBeMisspelt,
  spellingsOf,
} from '../domain/searching/typing-errors.ts';
import { findHiddenUsers } from '../guests/hidden-users.ts';
import { ambiguousDay } from '../narrow/days.ts';
import { type CompiledNarrow, compileNarrow, parseNarrow } from '../narrow/index.ts';
import { requirePerson } from '../narrow/operands.ts';
import type {
  ChannelKind,
  DayBounds,
  Lookups,
  MessagePlace,
  NarrowFacts,
  TopicPolicy,
} from '../narrow/types.ts';
import { chooseSource, limitUnread } from './choose-source.ts';

/** How the messages of a narrow (a filter) are read for a reader. */
export type ReadPlan<U extends User | Visitor = User | Visitor> = {
  reader: ReaderOf<U>;
  /** Messages that were sent while the reader was subscribed; with channels in the narrow, only of these. */
  ownVisibility: Visibility;
  unreadScope: UnreadScope;
  /** The messages that the narrow selects, with its conditions applied. The reader may read all of them. */
  source: Source;
  /** On message `m`, for reads by ID, but that its text fits. They do not check whether the reader may read the message. */
  conditions: readonly Query[];
  /** Returns those of the messages whose texts fit. */
  fitting(messageIds: readonly MessageId[]): Promise<ReadonlySet<MessageId>>;
  /** Returns the ID of the reader's oldest unread message in the narrow. Nothing is unread for visitors. */
  firstUnread(): Promise<number | undefined>;
  /** What the narrow searches for in texts. */
  search: PlannedSearch | undefined;
  /** Finds the messages of `source` with exactly the typed words; undefined without a search for words. */
  exactSource: FoundSource['nearest'] | undefined;
  /** Returns sources with the messages that have one of the words around an `OR` each, beside everything else that is asked for. Of many words, they are the longest. */
  wordSources(): Promise<FoundSource[]>;
};

/** What a narrow searches for in texts. */
export type PlannedSearch = {
  expression: SearchExpression;
  /** Other spellings that count, too, because nothing fits the words as they were typed; undefined when something fits. */
  corrections: Corrections | undefined;
};

/** Parses and compiles a narrow for a reader. @throws BAD_NARROW when it is invalid, or names what the reader may not know */
export async function planRead<U extends User | Visitor>(
  ctx: Ctx,
  user: U,
  terms: readonly NarrowTerm[],
  scope: Scope,
): Promise<ReadPlan<U>> {
  const parsed = parseNarrow(terms);
  const reader = await loadReader(user, scope);
  const { knownChannels, ...facts } = await loadNarrowFacts(ctx, reader, parsed.lookups, scope);
  const concerned = parsed.namesChannels ? restrictReader(reader, knownChannels) : reader;
  const ownVisibility = await loadOwnVisibility(concerned, scope);
  const unreadScope = await loadUnreadScope(concerned, scope);
  if (parsed.searches) await ctx.searchIndex.catchUp();
  const reading: Reading = {
    compile: (searchExpression) =>
      compileNarrow(parsed, { ...facts, ownVisibility, unreadScope, searchExpression }),
    sourceOf: (compiled) => {
      const narrow = withUnread(compiled, reader, unreadScope);
      return chooseSource(ctx, reader, { narrow, ownVisibility, unreadScope }, scope);
    },
  };
  const { narrow, source, corrections } = await readWithCorrections(ctx, reading, scope);
  const conditions = conditionsOf(narrow, reader, unreadScope);
  const expression = bothOf(narrow.searchTexts.map((text) => text.expression));
  const search = narrow.searchTexts.length > 0 ? { expression, corrections } : undefined;
  const { text } = narrow;
  return {
    ...{ reader, ownVisibility, unreadScope, source, conditions, search },
    exactSource: source.kind === 'found' && !corrections ? exactSourceOf(narrow, reading) : undefined,
    wordSources: () => wordSourcesOf(narrow, reading),
    fitting: async (ids) => (text ? await ctx.searchIndex.fitting(text, ids) : new Set(ids)),
    async firstUnread() {
      if (user === visitor) return undefined;
      if (text) return await firstOf(await reading.sourceOf({ ...narrow, isUnread: true }));
      const unread = { userId: user.userId, ...limitUnread(narrow, unreadScope) };
      return await firstUnread(ctx.db, { ...unread, conditions: narrow.conditions });
    },
  };
}

/** Returns the conditions of a narrow for reads that do not use its scope, such as by ID. */
const conditionsOf = (
  { conditions, impliedConditions, isUnread }: CompiledNarrow,
  { user }: ReaderOf<User | Visitor>,
  unreadScope: UnreadScope,
): Query[] => [
  ...conditions,
  ...impliedConditions,
  ...(isUnread ? [isUnreadWithin(requirePerson(user).userId, unreadScope)] : []),
];

/** How the narrow of a request is compiled, with what its operands search for, and where its messages are found. */
type Reading = {
  compile(searchExpression: NarrowFacts['searchExpression']): CompiledNarrow;
  sourceOf(narrow: CompiledNarrow): Promise<Source>;
};

/** Reads a narrow as it was asked; where nothing fits the words as they were typed, with other spellings of them. */
async function readWithCorrections(
  ctx: Ctx,
  { compile, sourceOf }: Reading,
  scope: Scope,
): Promise<{ narrow: CompiledNarrow; source: Source; corrections: Corrections | undefined }> {
  let narrow = compile((expression) => expression);
  let source = await sourceOf(narrow);
  let corrections: Corrections | undefined;
  if (source.kind !== 'found' || !mayBeCorrected(narrow)) return { narrow, source, corrections };
  let newest = await source.nearest(newestAnchor, firstLooked, 'older');
  for (const tried of newest.length > 0 ? [] : await possibleCorrections(narrow, scope)) {
    const known = await knownCorrections(ctx, tried);
    corrections = bothCorrections(corrections ?? new Map(), known);
    if (known.size === 0) continue;
    const terms = termsOf(corrections);
    narrow = compile((_, operand) => parseSearch(operand, { corrections: terms }));
    source = await sourceOf(narrow);
    if (source.kind !== 'found') break;
    newest = await source.nearest(newestAnchor, firstLooked, 'older');
    if (newest.length > 0) break;
  }
  if (source.kind === 'found') source = withNewest(source, newest);
  return { narrow, source, corrections };
}

/** Returns what finds the messages with exactly the typed words: none where these are what is searched for already. */
const exactSourceOf =
  (narrow: CompiledNarrow, { compile, sourceOf }: Reading): FoundSource['nearest'] =>
  async (...search) => {
    const exactly = compile((_, operand) => parseSearch(operand, { prefix: false }));
    if (asksForTheSame(exactly, narrow)) return [];
    const exact = await sourceOf(exactly);
    return exact.kind === 'found' ? await exact.nearest(...search) : [];
  };

/** Returns the sources of the words around an `OR`. */
async function wordSourcesOf(narrow: CompiledNarrow, { compile, sourceOf }: Reading): Promise<FoundSource[]> {
  const searches = searchesForEachWord(narrow).slice(0, maxWordSources);
  const sources = await Promise.all(searches.map((search) => sourceOf(compile(search))));
  return sources.filter((each) => each.kind === 'found');
}

/** Number of words around `OR` that are searched for by themselves. */
const maxWordSources = 10;

/**
 * Returns what the operands of a narrow ask for when only one of the words around an `OR` counts, for each of these words. The longest
 * ones come first, because few of them are frequent.
 */
function searchesForEachWord({ searchTexts }: CompiledNarrow): NarrowFacts['searchExpression'][] {
  const asAsked = new Map(searchTexts.map(({ operand, expression }) => [operand, expression]));
  return searchTexts
    .flatMap(({ operand, expression }) => forEachWord(expression).map((each) => ({ operand, ...each })))
    .sort((a, b) => b.length - a.length)
    .map(
      ({ operand, only }) =>
        (given: SearchExpression, each: string) =>
          each === operand ? only : (asAsked.get(each) ?? given),
    );
}

/** Returns the oldest message of a source in which texts are searched for. */
async function firstOf(source: Source): Promise<number | undefined> {
  if (source.kind !== 'found' && source.kind !== 'filtered') return undefined;
  const [first] = await source.nearest(0, 1, 'newer');
  return first;
}

const asksForTheSame = (one: CompiledNarrow, other: CompiledNarrow): boolean => {
  const asked = ({ searchTexts }: CompiledNarrow) =>
    JSON.stringify(searchTexts.map(({ expression }) => expression.root));
  return asked(one) === asked(other);
};

/** Adds the condition that messages are unread to a search for texts, which finds its messages by their words. */
function withUnread(
  narrow: CompiledNarrow,
  { user }: ReaderOf<User | Visitor>,
  unreadScope: UnreadScope,
): CompiledNarrow {
  if (!narrow.isUnread || !narrow.searchTexts.some(({ expression }) => isSelectiveText(expression)))
    return narrow;
  const isUnread = isUnreadWithin(requirePerson(user).userId, unreadScope);
  return { ...narrow, conditions: [...narrow.conditions, isUnread] };
}

const wordsOf = ({ searchTexts }: CompiledNarrow): SearchWord[] =>
  searchTexts.flatMap(({ expression }) => expression.words);

const mayBeCorrected = (narrow: CompiledNarrow): boolean => mayBeMisspelt(wordsOf(narrow));

/**
 * Returns what may count where nothing fits, one after the other: the words with one typing error, and their other forms, in the languages
 * that the search or the organization is probably in.
 */
async function possibleCorrections(narrow: CompiledNarrow, scope: Scope): Promise<Corrections[]> {
  const words = wordsOf(narrow);
  const { default_language } = await scope.settings();
  const operands = narrow.searchTexts.map(({ operand }) => operand).join(' ');
  return [spellingsOf(words), formsOfSpellings(words, languagesOfSearch(operands, [default_language, 'en']))];
}

/** Returns the corrections that any message has. */
async function knownCorrections(ctx: Ctx, possible: Corrections): Promise<Corrections> {
  const terms = [...new Set([...possible.values()].flat().map(({ term }) => term))];
  const known = terms.length === 0 ? new Set<string>() : await ctx.searchIndex.known(terms);
  return new Map(
    Array.from(
      possible,
      ([word, list]) => [word, list.filter(({ term }) => known.has(term))] as const,
    ).filter(([, list]) => list.length > 0),
  );
}

const termsOf = (corrections: Corrections): Map<string, string[]> =>
  new Map(Array.from(corrections, ([word, list]) => [word, list.map(({ term }) => term)]));

/** Number of the newest matches that are looked for to know whether there are any. It is enough for most first pages. */
const firstLooked = 64;

type FoundSource = Source & { kind: 'found' };

/** Returns a source that does not search for its newest matches again. */
const withNewest = (source: FoundSource, newest: readonly number[]): FoundSource => ({
  ...source,
  nearest: async (anchor, limit, direction, options) =>
    anchor === newestAnchor &&
    direction === 'older' &&
    !options?.inTopic &&
    (limit <= newest.length || newest.length < firstLooked)
      ? newest.slice(0, limit)
      : await source.nearest(anchor, limit, direction, options),
});

async function loadNarrowFacts(
  ctx: Ctx,
  reader: ReaderOf<User | Visitor>,
  lookups: Lookups,
  scope: Scope,
): Promise<
  Omit<NarrowFacts, 'ownVisibility' | 'unreadScope' | 'searchExpression'> & {
    knownChannels: Iterable<number>;
  }
> {
  const [byId, byName, usersById, userByEmail, settings, ofChannels, places] = await Promise.all([
    scope.channels.many(lookups.channelIds),
    Promise.all(Array.from(lookups.channelNames, (name) => scope.channels.byName(name))),
    scope.users.many(lookups.userIds),
    findByEmail(ctx, reader.user, lookups.emails, scope),
    scope.settings(),
    loadChannelFacts(ctx, reader, lookups, scope),
    findMessagePlaces(ctx, reader, lookups.messageIds, scope),
  ]);
  const bounds = await loadDayBounds(ctx, reader.user, lookups.days);
  const mentioned = await loadMentioned(lookups, { usersById, userByEmail }, scope);
  const found = [...byId.values(), ...byName.filter((channel) => channel !== undefined)];
  const known = await knownAmong(found, reader, scope);
  const names = new Map(Array.from(known.values(), (channel) => [channelNameKey(channel.name), channel]));
  return {
    reader: reader.user,
    knownChannels: known.keys(),
    channelById: (id) => known.get(id),
    channelByName: (name) => names.get(channelNameKey(name)),
    userById: (id) => usersById.get(id),
    userByEmail,
    channelsOf: (kind) => ofChannels.channels.filter(isOfKind[kind]),
    placeOf: (messageId) => places.get(messageId),
    topicPolicies: ofChannels.policies,
    mutedChannelIds: mutedChannelsOf(reader),
    emptyTopicName: settings.empty_topic_display_name,
    boundsOf: (words) => bounds.get(words),
    visibilityOf: (userId) => mentioned.get(userId) ?? new Map(),
  };
}

/** Returns those of channels that the reader may know, by ID. */
async function knownAmong(
  channels: readonly Channel[],
  reader: ReaderOf<User | Visitor>,
  scope: Scope,
): Promise<Map<number, Channel>> {
  const known = new Map<number, Channel>();
  for (const channel of channels) {
    const isKnown =
      mayKnowChannel(reader, channel) || (await findReadablePeriods(reader, channel, scope)).length > 0;
    if (isKnown) known.set(channel.channelId, channel);
  }
  return known;
}

const mutedChannelsOf = ({ histories }: ReaderOf<User | Visitor>): number[] =>
  [...histories.values()]
    .filter(({ isMuted, isSubscribed }) => isMuted && isSubscribed)
    .map(({ channelId }) => channelId);

/** Finds people by an address that the reader may see. Visitors see no address but the placeholder. */
async function findByEmail(
  ctx: Ctx,
  reader: User | Visitor,
  emails: ReadonlySet<string>,
  scope: Scope,
): Promise<NarrowFacts['userByEmail']> {
  if (reader === visitor) {
    const host = new URL(ctx.publicUrl).hostname;
    const idOf = (email: string) => userIdOfPlaceholder(email, host);
    const people = await scope.users.many(Array.from(emails, idOf).filter((id) => id !== undefined));
    return (email) => {
      const id = idOf(email);
      return id === undefined ? undefined : people.get(id);
    };
  }
  const found = await scope.users.manyByEmail(emails);
  const ids = Array.from(found.values(), ({ userId }) => userId);
  const hidden = await findHiddenUsers(ctx, reader, ids, scope);
  return (email) => {
    const user = found.get(emailKey(email));
    return user && !hidden.has(user.userId) && isAddressOf(user, email, reader) ? user : undefined;
  };
}

/**
 * Reads names of days for the reader, and finds the IDs around their beginnings and ends. Leaves out names of no day.
 * @throws BAD_NARROW when one may mean several days
 */
async function loadDayBounds(
  { db, clock }: Ctx,
  reader: User | Visitor,
  names: ReadonlySet<string>,
): Promise<Map<string, DayBounds>> {
  const timeZone = (reader !== visitor && reader.timezone) || 'UTC';
  const bounds = new Map<string, DayBounds>();
  for (const words of names) {
    const range = parseDay(words, { now: new Date(clock.now()), timeZone });
    if ('error' in range) {
      if (range.error === 'ambiguous') throw ambiguousDay(words, range.dates);
      continue;
    }
    const [from, to] = await Promise.all([idsAround(db, range.from), idsAround(db, range.to)]);
    bounds.set(words, {
      ...range,
      beforeFrom: from.below,
      afterFrom: from.above,
      beforeTo: to.below,
      afterTo: to.above,
    });
  }
  return bounds;
}

/** Loads what people were subscribed to, whom a term asks for and a wildcard may have mentioned. */
async function loadMentioned(
  { mentioned }: Lookups,
  {
    usersById,
    userByEmail,
  }: { usersById: ReadonlyMap<number, User>; userByEmail: NarrowFacts['userByEmail'] },
  scope: Scope,
): Promise<ReadonlyMap<number, Visibility>> {
  const found = new Map<number, Visibility>();
  for (const name of mentioned) {
    const user = 'id' in name ? usersById.get(name.id) : userByEmail(name.text);
    if (user) found.set(user.userId, await loadOwnVisibility(await loadReader(user, scope), scope));
  }
  return found;
}

const isOfKind: Readonly<Record<ChannelKind, (channel: Channel) => boolean>> = {
  public: ({ inviteOnly }) => !inviteOnly,
  'web-public': ({ isWebPublic }) => isWebPublic,
  archived: ({ isArchived }) => isArchived,
};

const policyNames = { 1: 'muted', 2: 'unmuted', 3: 'followed' } as const;

/** Fetches from the service `channel` the data that the narrow needs and the caches do not contain. */
async function loadChannelFacts(
  ctx: Ctx,
  reader: ReaderOf<User | Visitor>,
  { channelKinds, topicPolicies }: Lookups,
  scope: Scope,
): Promise<{ channels: readonly Channel[]; policies: readonly TopicPolicy[] }> {
  if (channelKinds.size === 0 && !topicPolicies) return { channels: [], policies: [] };
  const facts = await ctx.channel.getNarrowFacts(
    {
      userId: topicPolicies ? requirePerson(reader.user).userId : undefined,
      kinds: [...channelKinds],
    },
    scope.call,
  );
  const channels = await scope.channels.many(facts.channelIds);
  return {
    channels: [...channels.values()],
    policies: facts.topics.flatMap(({ channelId, topic, visibilityPolicy }) => {
      const policy = policyNames[visibilityPolicy as keyof typeof policyNames];
      return policy ? [{ channelId, topic, policy }] : [];
    }),
  };
}

/** Finds the current channel and topic, or conversation, of messages. Leaves out messages that the reader may not read. */
async function findMessagePlaces(
  ctx: Ctx,
  reader: ReaderOf<User | Visitor>,
  messageIds: ReadonlySet<MessageId>,
  scope: Scope,
): Promise<ReadonlyMap<number, MessagePlace>> {
  const places = new Map<number, MessagePlace>();
  for (const messageId of messageIds) {
    const message = await findMessage(ctx.db, messageId);
    if (!message) continue;
    if (message.conversationId !== null) {
      const isMember = reader.user !== visitor && message.memberIds?.includes(reader.user.userId);
      if (isMember) places.set(messageId, { conversationId: message.conversationId });
      continue;
    }
    const { channelId } = message;
    const channel = channelId === null ? undefined : await scope.channels.get(channelId);
    if (!channel) continue;
    const periods = await findReadablePeriods(reader, channel, scope);
    if (periodsInclude(periods, messageId)) places.set(messageId, { channel, topic: message.topic });
  }
  return places;
}

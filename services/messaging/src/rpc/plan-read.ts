import { type Query, sql } from '@parley/db';
import type { Channel, LookupOptions, User } from '@parley/directory';
import { channelNameKey, emailKey } from '@parley/directory/rules';
import type { NarrowTerm } from '@parley/proto/messaging/v1/narrow';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { channelIdsOf } from '../db/messages.ts';
import type { Source } from '../db/page.ts';
import { inPeriods, isOwnDirect, visible } from '../db/visible.ts';
import { mayKnowChannel, type Period, type Reader, type Sight } from '../domain/visibility.ts';
import { type CompiledNarrow, compileNarrow, parseNarrow } from '../narrow/index.ts';
import type { Lookups, NarrowFacts } from '../narrow/types.ts';
import { readableIn } from './readable.ts';
import { ownSightOf, readerOf } from './reader.ts';

/** What a narrow means for a reader. */
export type ReadPlan = {
  reader: Reader & { user: User };
  ownSight: Sight;
  /** Messages that the narrow is about and the reader may read. */
  source: Source;
  /** The narrow's own conditions on `m`, visibility not among them. */
  conditions: readonly Query[];
};

/** Understands a narrow for a reader. @throws BAD_NARROW */
export async function planRead(
  ctx: Ctx,
  user: User,
  terms: readonly NarrowTerm[],
  call: Call,
  options: LookupOptions,
): Promise<ReadPlan> {
  const parsed = parseNarrow(terms);
  const reader = await readerOf(ctx, user, call, options);
  const [ownSight, facts] = await Promise.all([
    ownSightOf(ctx, reader, call),
    narrowFacts(ctx, reader, parsed.lookups, call, options),
  ]);
  const narrow = compileNarrow(parsed, facts);
  const source = await sourceOf(ctx, reader, ownSight, narrow, call, options);
  return { reader, ownSight: within(narrow, ownSight), source, conditions: narrow.conditions };
}

/** Of the reader's own history what matters to the narrow: statements are smaller. */
function within({ scope }: CompiledNarrow, ownSight: Sight): Sight {
  if (scope.kind === 'history') return ownSight;
  const channelId = scope.kind === 'channel' ? scope.channel.channelId : 0;
  const periods = ownSight.get(channelId);
  return periods ? new Map([[channelId, periods]]) : new Map();
}

/** Everything in the messages' channels that the reader may read, to look at messages by ID. */
export async function sightOfMessages(
  ctx: Ctx,
  reader: Reader & { user: User },
  messageIds: readonly number[],
  call: Call,
  options: LookupOptions = {},
): Promise<Sight> {
  const channels = await ctx.directory.channels.many(await channelIdsOf(ctx.db, messageIds), call, options);
  const entries = await Promise.all(
    Array.from(
      channels,
      async ([id, channel]): Promise<[number, readonly Period[]]> => [
        id,
        await readableIn(ctx, reader, channel, call, options),
      ],
    ),
  );
  return new Map(entries.filter(([, periods]) => periods.length > 0));
}

async function sourceOf(
  ctx: Ctx,
  reader: Reader & { user: User },
  ownSight: Sight,
  { scope, conditions }: CompiledNarrow,
  call: Call,
  options: LookupOptions,
): Promise<Source> {
  const { userId } = reader.user;
  switch (scope.kind) {
    case 'history':
      if (conditions.length === 0) return { kind: 'containers', channels: ownSight, directOf: userId };
      return { kind: 'condition', conditions: [...conditions, visible(userId, ownSight)] };
    case 'direct':
      if (conditions.length === 0) return { kind: 'containers', channels: new Map(), directOf: userId };
      return { kind: 'condition', conditions: [...conditions, isOwnDirect(userId)] };
    case 'channel': {
      const readable = await readableIn(ctx, reader, scope.channel, call, options);
      if (readable.length === 0) return { kind: 'condition', conditions: [sql`false`] };
      return { kind: 'condition', conditions: [...conditions, ...inPeriods(readable)] };
    }
  }
}

async function narrowFacts(
  ctx: Ctx,
  reader: Reader & { user: User },
  lookups: Lookups,
  call: Call,
  options: LookupOptions,
): Promise<NarrowFacts> {
  const { directory } = ctx;
  const [byId, byName, usersById, usersByEmail, settings] = await Promise.all([
    directory.channels.many(lookups.channelIds, call, options),
    Promise.all(Array.from(lookups.channelNames, (name) => directory.channels.byName(name, call, options))),
    directory.users.many(lookups.userIds, call, options),
    directory.users.manyByEmail(lookups.emails, call, options),
    directory.organization.settings(call, options),
  ]);
  const found = [...byId.values(), ...byName.filter((channel) => channel !== undefined)];
  const known = new Map<number, Channel>();
  for (const channel of found) {
    const isKnown =
      mayKnowChannel(reader, channel) || (await readableIn(ctx, reader, channel, call, options)).length > 0;
    if (isKnown) known.set(channel.channelId, channel);
  }
  const names = new Map(Array.from(known.values(), (channel) => [channelNameKey(channel.name), channel]));
  return {
    reader: reader.user,
    channelById: (id) => known.get(id),
    channelByName: (name) => names.get(channelNameKey(name)),
    userById: (id) => usersById.get(id),
    userByEmail: (email) => usersByEmail.get(emailKey(email)),
    emptyTopicName: settings.emptyTopicDisplayName,
  };
}

/** Decides a request to subscribe: reads facts, writes nothing. */
import { errors, ParleyError } from '@parley/core';
import { type LookupOptions, requireCaller, type User } from '@parley/directory';
import type { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import type { KnownGroup } from '@parley/settings';
import type { Ctx } from '../context.ts';
import { channelsByKey, type NewChannel, type RelatedChannel } from '../db/channels.ts';
import { folderExists } from '../db/folders.ts';
import type { Holders } from '../domain/audience.ts';
import {
  type ChannelSetting,
  type ChannelSettingValues,
  checkSettingNames,
  chooseSettings,
  defaultRules,
} from '../domain/group-settings.ts';
import {
  checkAmount,
  type NamedChannel,
  type NewChannelProperties,
  newChannelFacts,
  parseNames,
  parseProperties,
} from '../domain/new-channel.ts';
import { mayAddSubscribers, mayCreate, mayJoin, maySeeMetadata } from '../domain/permissions.ts';
import { organizationAccess, standings } from '../facts/access.ts';
import { holdersOf } from '../facts/holders.ts';
import { legacyPosting, namedBy } from '../facts/named.ts';
import { principalsOf } from '../facts/principals.ts';
import { postingRuleOf, type RuleOf } from '../view/channel-json.ts';
import { renderDescription } from '../view/description.ts';

/** A decided change. It holds as long as `found` is what the channels' rows still say. */
export type SubscribePlan = {
  /** Decided on the owners' own answers, not on what was remembered of them. */
  isConfirmed: boolean;
  /** Whose relation to the channels was looked at. */
  callerId: number;
  people: readonly User[];
  /** Folded names that were looked up, and what was there. */
  keys: readonly string[];
  found: readonly RelatedChannel[];
  /** Folded names to subscribe to, with the colour asked for. */
  colors: ReadonlyMap<string, string | null>;
  toCreate: readonly NewChannel[];
  /** Who may know of each channel through its settings, by folded name. */
  holders: ReadonlyMap<string, Holders>;
  /** Names refused. */
  unauthorized: readonly string[];
  /** The new channels are to be announced. */
  announce: boolean;
  /** Those who are subscribed by somebody else are to hear of it, as long as they are few. */
  notify: boolean;
  ruleOf: RuleOf;
};

export type ParsedSubscribe = {
  request: SubscribeRequest;
  named: readonly NamedChannel[];
  /** Everything named must be new, and a request without principals means nobody, not the caller. */
  isCreation: boolean;
};

/** The request in its final form. @throws BAD_REQUEST for names, colours and settings that no channel may have */
export function parseSubscribe(request: SubscribeRequest, isCreation: boolean): ParsedSubscribe {
  checkSettingNames(request.groupSettings);
  return { request, named: parseNames(request.subscriptions), isCreation };
}

const joinSettings = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelSetting[];

/**
 * Whom to subscribe to what and which channels to create, decided by the caller's rights (specification, 3).
 * @throws BAD_REQUEST, CHANNEL_ALREADY_EXISTS
 */
export async function planSubscribe(
  ctx: Ctx,
  parsed: ParsedSubscribe,
  call: Call,
  options: LookupOptions,
): Promise<SubscribePlan> {
  const { request, named } = parsed;
  const caller = await requireCaller(ctx, call, options);
  const isNobody =
    parsed.isCreation && request.principalUserIds.length + request.principalEmails.length === 0;
  const people = isNobody ? [] : await principalsOf(ctx, request, caller, call, options);
  const keys = named.map((channel) => channel.key);
  const found = await channelsByKey(ctx.db, keys, caller.userId);
  const byKey = new Map(found.map((row) => [row.nameKey, row]));
  const organization = await organizationAccess(ctx, caller, call, options);
  const standingIn = await standings(ctx, caller, found, joinSettings, call, options);

  const joinsSelf = people.some((person) => person.userId === caller.userId);
  const addsOthers = people.some((person) => person.userId !== caller.userId);
  const maySubscribe = (row: RelatedChannel): boolean => {
    const standing = standingIn(row);
    if (joinsSelf && !mayJoin(caller, row, standing)) return false;
    return !addsOthers || mayAddSubscribers(caller, row, standing, organization.holds);
  };
  const refused = named.filter(({ key }) => byKey.has(key) && !maySubscribe(byKey.get(key)!));
  const missing = named.filter(({ key }) => !byKey.has(key));
  checkAmount({ people: people.length, channels: named.length, created: missing.length });
  // Looked at only where a channel is created; a creation asks for one in any case.
  const properties = missing.length > 0 || parsed.isCreation ? parseProperties(request) : undefined;
  const mayCreateThem =
    properties !== undefined &&
    mayCreate(
      caller,
      newChannelFacts(properties, request, await nobodyOf(ctx, call, options)),
      organization.holds,
      organization.spectators,
    );
  if (parsed.isCreation) refuseExisting(named, byKey, mayCreateThem);
  if (!mayCreateThem) refused.push(...missing);
  if (refused.length > 0 && request.authorizationErrorsFatal) {
    if (!byKey.has(refused[0]!.key)) throw errors.notPermitted();
    throw errors.badRequest(`Unable to access channel (${refused[0]!.name}).`);
  }

  const isRefused = new Set(refused.map(({ key }) => key));
  const toCreate = mayCreateThem
    ? await newChannels(ctx, { request, named: missing, properties }, caller, call, options)
    : [];
  const holders = new Map<string, Holders>();
  for (const row of found) {
    if (!isRefused.has(row.nameKey)) holders.set(row.nameKey, await holdersOf(ctx, row, call));
  }
  for (const channel of toCreate) {
    const { isPrivate } = channel.properties;
    holders.set(channel.key, await holdersOf(ctx, { isPrivate, groupSettings: channel.groupSettings }, call));
  }
  return {
    isConfirmed: options.confirm ?? false,
    callerId: caller.userId,
    people,
    keys,
    found,
    colors: new Map(named.filter(({ key }) => !isRefused.has(key)).map(({ key, color }) => [key, color])),
    toCreate,
    holders,
    unauthorized: refused.map(({ key, name }) => {
      const row = byKey.get(key);
      // How a channel spells its name is for those who may know of it.
      return row && maySeeMetadata(caller, row, standingIn(row)) ? row.name : name;
    }),
    announce: request.announce,
    notify: request.sendNewSubscriptionMessages,
    ruleOf: await postingRuleOf(ctx.directory.groups, call),
  };
}

/** The group that nobody is in. */
const nobodyOf = async ({ directory }: Ctx, call: Call, options: LookupOptions): Promise<number> =>
  (await directory.groups.system('role:nobody', call, options)).groupId;

/** A name that is taken is taken for everybody, also for those who may not know by what. */
function refuseExisting(
  named: readonly NamedChannel[],
  byKey: ReadonlyMap<string, RelatedChannel>,
  mayCreateThem: boolean,
): void {
  if (!mayCreateThem) throw errors.notPermitted();
  const taken = named.find(({ key }) => byKey.has(key));
  if (taken) throw new ParleyError('CHANNEL_ALREADY_EXISTS', `Channel '${taken.name}' already exists`);
}

/** Channels that are not there yet, and what the request says of them. */
type Wanted = {
  request: SubscribeRequest;
  named: readonly NamedChannel[];
  properties: NewChannelProperties;
};

async function newChannels(
  ctx: Ctx,
  { request, named, properties }: Wanted,
  creator: User,
  call: Call,
  options: LookupOptions,
): Promise<NewChannel[]> {
  if (named.length === 0) return [];
  if (properties.folderId !== null && !(await folderExists(ctx.db, properties.folderId))) {
    throw errors.badRequest('Invalid channel folder ID');
  }
  const groupSettings = await settingsOfNew(ctx, request, properties, creator.userId, call, options);
  return Promise.all(
    named.map(async ({ name, key, description }) => ({
      name,
      key,
      description,
      renderedDescription: await renderDescription(ctx, description, call),
      groupSettings,
      creatorId: creator.userId,
      properties,
    })),
  );
}

async function settingsOfNew(
  ctx: Ctx,
  request: SubscribeRequest,
  properties: NewChannelProperties,
  creatorId: number,
  call: Call,
  options: LookupOptions,
): Promise<ChannelSettingValues> {
  const legacy = await legacyPosting(ctx, request, call, options);
  const groupSettings = { ...request.groupSettings, ...legacy };
  const defaults: KnownGroup[] = [];
  for (const rule of defaultRules) defaults.push(await ctx.directory.groups.system(rule, call, options));
  const { groups, people } = await namedBy(ctx, groupSettings, call, options);
  return chooseSettings(groupSettings, creatorId, [...defaults, ...groups], people, properties);
}

/** Plans a request to subscribe: checks permissions and decides what to write. It writes nothing. */
import { errors, errorText, ParleyError } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import type { UserId } from '@parley/rules';
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
import {
  mayAddSubscribers,
  mayCreate,
  mayJoin,
  maySeeMetadata,
  type Standing,
} from '../domain/permissions.ts';
import { type OrganizationAccess, organizationAccess, standings } from '../facts/access.ts';
import { holdersOf } from '../facts/holders.ts';
import { legacyPosting, namedInSettings } from '../facts/named-in-settings.ts';
import { principalsOf } from '../facts/principals.ts';
import { postingRuleOf, type RuleOf } from '../view/channel-json.ts';
import { renderDescription } from '../view/description.ts';

/** A planned request to subscribe. It may be written only while the channels are as in `found`. */
export type SubscribePlan = {
  /** Whether the plan is based on facts from the services that own them instead of cached facts. */
  isConfirmed: boolean;
  /** The person whose permissions were checked. */
  callerId: UserId;
  people: readonly User[];
  /** The keys (`name_key`) of all names in the request, and the channels that have them. */
  keys: readonly string[];
  found: readonly RelatedChannel[];
  /** The requested colors by key of the channel's name. Only these channels get subscribers. */
  colors: ReadonlyMap<string, string | null>;
  toCreate: readonly NewChannel[];
  /** The people who see each channel through its group settings, by key of the channel's name. */
  holders: ReadonlyMap<string, Holders>;
  /** Names of channels to which the caller may not subscribe the people, or which the caller may not create. */
  unauthorized: readonly string[];
  announce: boolean;
  /** Whether messages inform people whom another person subscribes. When there are too many people, none is sent. */
  notify: boolean;
  ruleOf: RuleOf;
};

export type ParsedSubscribe = {
  request: SubscribeRequest;
  named: readonly NamedChannel[];
  /** Then all named channels must be new, and without principals no one is subscribed. */
  isCreation: boolean;
};

/** Parses a request. @throws BAD_REQUEST for invalid names, colors and settings */
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
 * Decides who is subscribed to which channels, and which channels are created. Uses the caller's permissions
 * (docs/api/channels.md#subscribing).
 * @throws BAD_REQUEST for invalid values, and with `authorizationErrorsFatal` also for missing permissions; when the request only
 * creates channels, BAD_REQUEST for a missing permission and CHANNEL_ALREADY_EXISTS for a taken name
 */
export async function planSubscribe(ctx: Ctx, parsed: ParsedSubscribe, scope: Scope): Promise<SubscribePlan> {
  const { request, named } = parsed;
  const caller = await scope.caller();
  const people = await subscribersOf(parsed, scope);
  const keys = named.map((channel) => channel.key);
  const found = await channelsByKey(ctx.db, keys, caller.userId);
  const byKey = new Map(found.map((row) => [row.nameKey, row]));
  const organization = await organizationAccess(ctx, caller, scope);
  const standingIn = await standings(caller, found, joinSettings, scope);
  const missing = named.filter(({ key }) => !byKey.has(key));
  checkAmount({ people: people.length, channels: named.length, created: missing.length });
  // The properties of new channels are parsed only if needed, so that invalid ones do not matter when all channels exist.
  const properties = missing.length > 0 || parsed.isCreation ? parseProperties(request) : undefined;
  const mayCreateThem =
    properties !== undefined &&
    mayCreate(
      caller,
      newChannelFacts(properties, request, (await scope.groups.system('role:nobody')).groupId),
      organization.holds,
      organization.allowsWebPublic,
    );
  if (parsed.isCreation) refuseExisting(named, byKey, mayCreateThem);
  const maySubscribe = subscribingRule({ caller, people, standingIn, organization });
  const refused = [
    ...named.filter(({ key }) => {
      const channel = byKey.get(key);
      return channel && !maySubscribe(channel);
    }),
    ...(mayCreateThem ? [] : missing),
  ];
  if (request.authorizationErrorsFatal) refuseAny(refused, byKey);

  const isRefused = new Set(refused.map(({ key }) => key));
  const toCreate = mayCreateThem
    ? await newChannels(ctx, { request, named: missing, properties }, caller, scope)
    : [];
  const open = found.filter(({ nameKey }) => !isRefused.has(nameKey));
  return {
    isConfirmed: scope.asksOwners,
    callerId: caller.userId,
    people,
    keys,
    found,
    colors: new Map(named.filter(({ key }) => !isRefused.has(key)).map(({ key, color }) => [key, color])),
    toCreate,
    holders: await holdersByKey(ctx, open, toCreate, scope),
    unauthorized: refused.map(({ key, name }) => {
      const row = byKey.get(key);
      // A caller who may not see the channel gets the name as requested, and so does not learn its spelling.
      return row && maySeeMetadata(caller, row, standingIn(row)) ? row.name : name;
    }),
    announce: request.announce,
    notify: request.sendNewSubscriptionMessages,
    ruleOf: await postingRuleOf(scope),
  };
}

/** Returns whether the caller may subscribe the people to a channel. */
function subscribingRule({
  caller,
  people,
  standingIn,
  organization,
}: {
  caller: User;
  people: readonly User[];
  standingIn: (row: RelatedChannel) => Standing;
  organization: OrganizationAccess;
}): (row: RelatedChannel) => boolean {
  const joinsSelf = people.some((person) => person.userId === caller.userId);
  const addsOthers = people.some((person) => person.userId !== caller.userId);
  return (row) => {
    const standing = standingIn(row);
    if (joinsSelf && !mayJoin(caller, row, standing)) return false;
    return !addsOthers || mayAddSubscribers(caller, row, standing, organization.holds);
  };
}

/** @throws BAD_REQUEST when a name is refused */
function refuseAny(refused: readonly NamedChannel[], byKey: ReadonlyMap<string, RelatedChannel>): void {
  const [first] = refused;
  if (!first) return;
  if (!byKey.has(first.key)) throw errors.notPermitted();
  throw errors.badRequest(errorText('Unable to access channel ({name}).', { name: first.name }));
}

/** Returns who sees each channel through its group settings, by key of the channel's name. */
async function holdersByKey(
  ctx: Ctx,
  found: readonly RelatedChannel[],
  created: readonly NewChannel[],
  scope: Scope,
): Promise<Map<string, Holders>> {
  const holders = new Map<string, Holders>();
  for (const row of found) holders.set(row.nameKey, await holdersOf(ctx, row, scope));
  for (const { key, properties, groupSettings } of created) {
    const { isPrivate } = properties;
    holders.set(key, await holdersOf(ctx, { isPrivate, groupSettings }, scope));
  }
  return holders;
}

function subscribersOf({ request, isCreation }: ParsedSubscribe, scope: Scope): Promise<User[]> | User[] {
  const namesNoOne = request.principalUserIds.length + request.principalEmails.length === 0;
  return isCreation && namesNoOne ? [] : principalsOf(request, scope);
}

/** Also those that the caller may not see. @throws CHANNEL_ALREADY_EXISTS; BAD_REQUEST */
function refuseExisting(
  named: readonly NamedChannel[],
  byKey: ReadonlyMap<string, RelatedChannel>,
  mayCreateThem: boolean,
): void {
  if (!mayCreateThem) throw errors.notPermitted();
  const taken = named.find(({ key }) => byKey.has(key));
  if (taken)
    throw new ParleyError(
      'CHANNEL_ALREADY_EXISTS',
      errorText("Channel '{name}' already exists", { name: taken.name }),
    );
}

type Wanted = {
  request: SubscribeRequest;
  named: readonly NamedChannel[];
  properties: NewChannelProperties;
};

async function newChannels(ctx: Ctx, wanted: Wanted, creator: User, scope: Scope): Promise<NewChannel[]> {
  const { named, properties } = wanted;
  if (named.length === 0) return [];
  if (properties.folderId !== null && !(await folderExists(ctx.db, properties.folderId))) {
    throw errors.badRequest('Invalid channel folder ID');
  }
  const groupSettings = await settingsOfNew(wanted, creator.userId, scope);
  return Promise.all(
    named.map(async ({ name, key, description }) => ({
      name,
      key,
      description,
      renderedDescription: await renderDescription(ctx, description, scope),
      groupSettings,
      creatorId: creator.userId,
      properties,
    })),
  );
}

async function settingsOfNew(
  { request, properties }: Wanted,
  creatorId: UserId,
  scope: Scope,
): Promise<ChannelSettingValues> {
  const legacy = await legacyPosting(request, scope);
  const groupSettings = { ...request.groupSettings, ...legacy };
  const defaults: KnownGroup[] = [];
  for (const rule of defaultRules) defaults.push(await scope.groups.system(rule));
  const { groups, people } = await namedInSettings(groupSettings, scope);
  return chooseSettings(groupSettings, creatorId, { groups: [...defaults, ...groups], people }, properties);
}

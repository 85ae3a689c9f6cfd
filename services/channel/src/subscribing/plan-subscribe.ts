/** Decides on a request to subscribe. It reads facts and writes nothing. */
import { errors, errorText, ParleyError } from '@parley/core';
import type { Scope, User } from '@parley/directory';
import type { SubscribeRequest } from '@parley/proto/channel/v1/channel';
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
import { legacyPosting, namedInSettings } from '../facts/named-in-settings.ts';
import { principalsOf } from '../facts/principals.ts';
import { postingRuleOf, type RuleOf } from '../view/channel-json.ts';
import { renderDescription } from '../view/description.ts';

/** A decision on a request to subscribe. It is valid while the rows of the channels are the ones in `found`. */
export type SubscribePlan = {
  /** Whether it was decided on facts from their owners instead of cached facts. */
  isConfirmed: boolean;
  /** The person whose relation to the channels was looked up. */
  callerId: number;
  people: readonly User[];
  /** The folded names that were looked up, and the channels that were found. */
  keys: readonly string[];
  found: readonly RelatedChannel[];
  /** The folded names of channels to subscribe to, with the requested colours. */
  colors: ReadonlyMap<string, string | null>;
  toCreate: readonly NewChannel[];
  /** The people who see each channel through its settings, by folded name. */
  holders: ReadonlyMap<string, Holders>;
  /** Names of channels for which the request is refused. */
  unauthorized: readonly string[];
  /** Whether the new channels are announced. */
  announce: boolean;
  /** Whether people who are subscribed by another person get a message. Large groups do not. */
  notify: boolean;
  ruleOf: RuleOf;
};

export type ParsedSubscribe = {
  request: SubscribeRequest;
  named: readonly NamedChannel[];
  /**
   * Whether the request creates channels: all named channels must be new, and a request without principals subscribes
   * no one instead of the caller.
   */
  isCreation: boolean;
};

/** Parses a request. @throws BAD_REQUEST for names, colours and settings that are not allowed for any channel */
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
 * Decides, with the rights of the caller, who is subscribed to which channels, and which channels are created
 * (docs/api/channels.md#subscribing).
 * @throws BAD_REQUEST, CHANNEL_ALREADY_EXISTS
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
  // The properties are parsed only when a channel is created. Operations that always create channels need them.
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
  if (!mayCreateThem) refused.push(...missing);
  if (refused.length > 0 && request.authorizationErrorsFatal) {
    if (!byKey.has(refused[0]!.key)) throw errors.notPermitted();
    throw errors.badRequest(errorText('Unable to access channel ({name}).', { name: refused[0]!.name }));
  }

  const isRefused = new Set(refused.map(({ key }) => key));
  const toCreate = mayCreateThem
    ? await newChannels(ctx, { request, named: missing, properties }, caller, scope)
    : [];
  const holders = new Map<string, Holders>();
  for (const row of found) {
    if (!isRefused.has(row.nameKey)) holders.set(row.nameKey, await holdersOf(ctx, row, scope));
  }
  for (const { key, properties, groupSettings } of toCreate) {
    const { isPrivate } = properties;
    holders.set(key, await holdersOf(ctx, { isPrivate, groupSettings }, scope));
  }
  return {
    isConfirmed: scope.asksOwners,
    callerId: caller.userId,
    people,
    keys,
    found,
    colors: new Map(named.filter(({ key }) => !isRefused.has(key)).map(({ key, color }) => [key, color])),
    toCreate,
    holders,
    unauthorized: refused.map(({ key, name }) => {
      const row = byKey.get(key);
      // Only people who may see a channel learn the spelling of its name.
      return row && maySeeMetadata(caller, row, standingIn(row)) ? row.name : name;
    }),
    announce: request.announce,
    notify: request.sendNewSubscriptionMessages,
    ruleOf: await postingRuleOf(scope),
  };
}

function subscribersOf({ request, isCreation }: ParsedSubscribe, scope: Scope): Promise<User[]> | User[] {
  const namesNoOne = request.principalUserIds.length + request.principalEmails.length === 0;
  return isCreation && namesNoOne ? [] : principalsOf(request, scope);
}

/** Refuses names that are taken, also when the caller may not see the channel with the name. */
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

/** The channels to create, and their properties in the request. */
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
  creatorId: number,
  scope: Scope,
): Promise<ChannelSettingValues> {
  const legacy = await legacyPosting(request, scope);
  const groupSettings = { ...request.groupSettings, ...legacy };
  const defaults: KnownGroup[] = [];
  for (const rule of defaultRules) defaults.push(await scope.groups.system(rule));
  const { groups, people } = await namedInSettings(groupSettings, scope);
  return chooseSettings(groupSettings, creatorId, { groups: [...defaults, ...groups], people }, properties);
}

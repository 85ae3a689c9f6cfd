/** Parses a requested change of a channel's columns, and decides which permissions it requires. Does no I/O. */
import { errors, isOneOf, keysOf } from '@parley/core';
import type { UpdateChannelRequest } from '@parley/proto/channel/v1/administration';
import { type ChannelId, channelNameKey } from '@parley/rules';
import { parseChannelName, parseDescription } from './channel-name.ts';
import type { ChannelSettingValues } from './group-settings.ts';
import { type TopicsPolicy, topicsPolicies } from './new-channel.ts';
import {
  contentSettings,
  type HoldsOrganizationRight,
  isAdministrator,
  mayAdminister,
  mayReadContent,
  type Person,
  roles,
  type Standing,
} from './permissions.ts';

/** The columns of a channel that people may change. */
export type ChannelProperties = {
  name: string;
  nameKey: string;
  description: string;
  renderedDescription: string;
  isPrivate: boolean;
  isWebPublic: boolean;
  isHistoryPublic: boolean;
  isDefault: boolean;
  /** Whether people who subscribe for the first time get mobile notifications, whatever their general settings say. */
  pushesByDefault: boolean;
  isArchived: boolean;
  messageRetentionDays: number | null;
  folderId: number | null;
  topicsPolicy: TopicsPolicy;
  groupSettings: ChannelSettingValues;
};

/** The changed columns with their new values. `planChange` adds `groupSettings` and `renderedDescription`. */
export type ChannelChange = Partial<ChannelProperties>;

/** Without group settings, which need lookups. @throws BAD_REQUEST for invalid values or combinations */
export function parseChange(request: UpdateChannelRequest, row: ChannelProperties): ChannelChange {
  const change: ChannelChange = {};
  if (request.newName !== undefined) {
    const name = parseChannelName(request.newName);
    if (name === row.name) throw errors.badRequest('Channel already has that name.');
    Object.assign(change, { name, nameKey: channelNameKey(name) });
  }
  if (request.description !== undefined) {
    const description = parseDescription(request.description);
    if (description !== row.description) change.description = description;
  }
  Object.assign(change, parsePrivacy(request, row));
  const { isDefaultStream: isDefault, isArchived } = request;
  if (isArchived !== undefined && isArchived !== row.isArchived) change.isArchived = isArchived;
  if (isDefault !== undefined && isDefault !== row.isDefault) change.isDefault = isDefault;
  const { defaultPushNotifications: pushesByDefault } = request;
  if (pushesByDefault !== undefined && pushesByDefault !== row.pushesByDefault) {
    change.pushesByDefault = pushesByDefault;
  }
  // An archived channel cannot be a default channel, so archiving ends this.
  if (change.isArchived && row.isDefault) change.isDefault = false;
  const after = { ...row, ...change };
  if (after.isDefault && after.isPrivate) throw errors.badRequest('A default channel cannot be private.');
  if (after.isDefault && after.isArchived) throw errors.badRequest('A default channel cannot be archived.');
  if (request.messageRetentionDays !== undefined) {
    const days = request.messageRetentionDays;
    if (days < -1) throw errors.badRequest("Bad value for 'message_retention_days'");
    const stored = days === 0 ? null : days;
    if (stored !== row.messageRetentionDays) change.messageRetentionDays = stored;
  }
  if (request.folderId !== undefined) {
    const folderId = request.folderId === 0 ? null : request.folderId;
    if (folderId !== row.folderId) change.folderId = folderId;
  }
  if (request.topicsPolicy !== undefined) {
    if (!isOneOf(topicsPolicies, request.topicsPolicy)) throw errors.badRequest('Invalid topics_policy');
    if (request.topicsPolicy !== row.topicsPolicy) change.topicsPolicy = request.topicsPolicy;
  }
  return change;
}

/** Returns the changed privacy columns. A missing parameter follows from the given ones, or keeps its current value. */
function parsePrivacy(request: UpdateChannelRequest, row: ChannelProperties): ChannelChange {
  const { isPrivate: toPrivate, isWebPublic: toWebPublic, historyPublicToSubscribers: toHistory } = request;
  if (toPrivate === undefined && toWebPublic === undefined && toHistory === undefined) return {};
  const isPrivate = toPrivate ?? (toWebPublic ? false : row.isPrivate);
  const isWebPublic = toWebPublic ?? (toPrivate === undefined ? row.isWebPublic : false);
  if (isPrivate && isWebPublic) throw errors.badRequest('Invalid parameters');
  const isHistoryPublic = toHistory ?? (isPrivate ? row.isPrivate && row.isHistoryPublic : true);
  if (!isPrivate && !isHistoryPublic) throw errors.badRequest('Invalid parameters');
  const change: ChannelChange = {};
  if (isPrivate !== row.isPrivate) change.isPrivate = isPrivate;
  if (isWebPublic !== row.isWebPublic) change.isWebPublic = isWebPublic;
  if (isHistoryPublic !== row.isHistoryPublic) change.isHistoryPublic = isHistoryPublic;
  return change;
}

/** Returns whether the change opens contents of the channel to people who could not read them, or to everybody. */
export const opensContents = ({ isPrivate, isWebPublic, isHistoryPublic }: ChannelChange): boolean =>
  isPrivate === false || isWebPublic === true || isHistoryPublic === true;

/** Returns whether the change affects who can see the channel or its history. */
export const changesPrivacy = (change: ChannelChange): boolean =>
  change.isPrivate !== undefined || change.isWebPublic !== undefined || change.isHistoryPublic !== undefined;

export type ChangeFacts = {
  person: NonNullable<Person>;
  row: ChannelProperties & { channelId: ChannelId };
  standing: Standing;
  organization: HoldsOrganizationRight;
  allowsWebPublic: boolean;
  /** ID of the channel that receives reports about messages; -1 when there is none. */
  moderationChannelId: ChannelId;
};

/** @throws BAD_REQUEST when a permission is missing; UNAUTHORIZED_PRINCIPAL */
export function authorizeChange(change: ChannelChange, facts: ChangeFacts): void {
  const { person, row, standing, organization } = facts;
  if (!mayAdminister(person, row, standing)) {
    throw errors.badRequest('You do not have permission to administer this channel.');
  }
  const given: Partial<ChannelSettingValues> = change.groupSettings ?? {};
  const settings = keysOf(given).filter((name) => given[name] !== row.groupSettings[name]);
  const opensContent = settings.some((name) => isOneOf(contentSettings, name));
  if ((changesPrivacy(change) || opensContent) && !mayReadContent(person, row, standing)) {
    throw errors.badRequest('Channel content access is required.');
  }
  authorizePrivacy(change, facts);
  // A channel that is archived stops being a default channel, which requires no further permission. Otherwise only
  // administrators may change which channels are default channels.
  if (change.isDefault !== undefined && !change.isArchived && !isAdministrator(person)) {
    throw errors.administratorRequired();
  }
  if (change.pushesByDefault !== undefined && !isAdministrator(person)) throw errors.administratorRequired();
  if (change.messageRetentionDays !== undefined && person.role > roles.owner) {
    throw errors.ownerRequired();
  }
  if (change.topicsPolicy !== undefined && !organization('can_set_topics_policy_group')) {
    throw errors.notPermitted();
  }
  const deletes = settings.some((name) => name.startsWith('can_delete_'));
  if (deletes && !organization('can_set_delete_message_policy_group')) throw errors.notPermitted();
}

function authorizePrivacy(change: ChannelChange, facts: ChangeFacts): void {
  const { row, organization, allowsWebPublic, moderationChannelId } = facts;
  if (change.isWebPublic) {
    if (!allowsWebPublic) throw errors.badRequest('Web-public channels are not enabled.');
    if (!organization('can_create_web_public_channel_group')) throw errors.notPermitted();
  }
  if (change.isPrivate === true && !organization('can_create_private_channel_group')) {
    throw errors.notPermitted();
  }
  const after = { ...row, ...change };
  const turnsPublic = !after.isPrivate && !after.isWebPublic && (row.isPrivate || row.isWebPublic);
  if (turnsPublic && !organization('can_create_public_channel_group')) throw errors.notPermitted();
  if (changesPrivacy(change) && !after.isPrivate && row.channelId === moderationChannelId) {
    throw errors.badRequest('A moderation request channel cannot be public.');
  }
}

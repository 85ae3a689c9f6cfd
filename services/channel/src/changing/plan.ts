/** Decides a change of a channel: reads facts, writes nothing. */
import { errors } from '@parley/core';
import type { LookupOptions } from '@parley/directory';
import type { UpdateChannelRequest } from '@parley/proto/channel/v1/administration';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { Call } from '@parley/rpc';
import { channelPermissionNames } from '@parley/settings';
import type { Ctx } from '../context.ts';
import type { ChannelRow } from '../db/channels.ts';
import { folderExists } from '../db/folders.ts';
import {
  authorizeChange,
  type ChannelChange,
  type ChannelProperties,
  changesPrivacy,
  parseChange,
} from '../domain/channel-change.ts';
import {
  type ChannelSetting,
  type ChannelSettingValues,
  changeSettings,
  checkSettingNames,
  checkTopicCreators,
} from '../domain/group-settings.ts';
import { roles } from '../domain/permissions.ts';
import { type Transition, transition } from '../domain/transition.ts';
import { accessChannel, organizationAccess } from '../facts/access.ts';
import { holdersOf } from '../facts/holders.ts';
import { legacyPosting, namedBy } from '../facts/named.ts';
import { postingRuleOf, type RuleOf } from '../view/channel-json.ts';
import { renderDescription } from '../view/description.ts';

/** A decided change. It holds as long as the channel has this revision. */
export type ChangePlan = {
  callerId: number;
  before: ChannelRow;
  change: ChannelChange;
  transition: Transition;
  ruleOf: RuleOf;
};

const looksAt = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelSetting[];

/**
 * What a request changes of a channel, decided by the caller's rights. @throws BAD_REQUEST, STREAM_DOES_NOT_EXIST,
 * EXPECTATION_MISMATCH
 */
export async function planChange(
  ctx: Ctx,
  request: UpdateChannelRequest,
  call: Call,
  options: LookupOptions,
): Promise<ChangePlan> {
  const { caller, row, standing } = await accessChannel(ctx, request.channelId, looksAt, call, options);
  const change = parseChange(request, row);
  const groupSettings = await changedSettings(ctx, request, row, call, options);
  if (groupSettings) change.groupSettings = groupSettings;
  const organization = await organizationAccess(ctx, caller, call, options);
  const settings = await ctx.directory.organization.settings(call, options);
  authorizeChange(change, {
    person: caller,
    row,
    standing,
    organization: organization.holds,
    spectators: organization.spectators,
    moderationChannelId: settings.moderation_request_channel_id,
  });
  // Back from the archive, but not into a folder that has gone there meanwhile.
  if (change.isArchived === false && change.folderId === undefined && row.folderId !== null) {
    if (!(await folderExists(ctx.db, row.folderId))) change.folderId = null;
  }
  const after = { ...row, ...change };
  if (groupSettings || changesPrivacy(change)) {
    checkTopicCreators(after, (await ctx.directory.groups.system('role:everyone', call, options)).groupId);
  }
  if (typeof change.folderId === 'number' && !(await folderExists(ctx.db, change.folderId))) {
    throw errors.badRequest('Invalid channel folder ID');
  }
  if (change.topicsPolicy === 'empty_topic_only' && (await ctx.hasNamedTopics(row.channelId, call))) {
    throw errors.badRequest(
      `To enable this configuration, all messages in this channel must be in the ${settings.empty_topic_display_name} topic.`,
    );
  }
  if (change.description !== undefined) {
    change.renderedDescription = await renderDescription(ctx, change.description, call);
  }
  return {
    callerId: caller.userId,
    before: row,
    change,
    transition: await transitionOf(ctx, row, after, call, options),
    ruleOf: await postingRuleOf(ctx.directory.groups, call),
  };
}

/** Who knew and who knows, from the settings before and after. */
async function transitionOf(
  ctx: Ctx,
  row: ChannelRow,
  after: ChannelProperties & { channelId: number },
  call: Call,
  options: LookupOptions,
): Promise<Transition> {
  const before = { channel: row, holders: await holdersOf(ctx, row, call) };
  const now = { channel: after, holders: await holdersOf(ctx, after, call) };
  const named = [...before.holders.userIds, ...now.holders.userIds];
  const people = await ctx.directory.users.many(named, call, options);
  return transition(before, now, (userId) => people.get(userId)?.role ?? roles.guest);
}

/** The settings after the change; undefined when the request names none. */
async function changedSettings(
  ctx: Ctx,
  request: UpdateChannelRequest,
  row: ChannelRow,
  call: Call,
  options: LookupOptions,
): Promise<ChannelSettingValues | undefined> {
  const legacy = await legacyPosting(ctx, request, call, options);
  const given = {
    ...request.groupSettings,
    ...(legacy && { can_send_message_group: { new: legacy.can_send_message_group, old: undefined } }),
  };
  checkSettingNames(given);
  const wanted: Record<string, GroupSetting> = {};
  for (const [name, { new: value }] of Object.entries(given)) if (value) wanted[name] = value;
  if (Object.keys(wanted).length === 0) return undefined;
  const { groups, people } = await namedBy(ctx, wanted, call, options);
  const values = changeSettings(row.groupSettings, given, groups, people);
  return channelPermissionNames.some((name) => values[name] !== row.groupSettings[name]) ? values : undefined;
}

/** Plans a change of a channel: checks permissions and computes what to write. It writes nothing. */
import { errors, errorText, expectFields } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { UpdateChannelRequest } from '@parley/proto/channel/v1/administration';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import { personOf } from '@parley/rpc';
import { type ChannelId, requireContents, type UserId } from '@parley/rules';
import { channelPermissionNames } from '@parley/settings';
import type { Ctx } from '../context.ts';
import type { ChannelRow } from '../db/channels.ts';
import { folderExists } from '../db/folders.ts';
import {
  authorizeChange,
  type ChannelChange,
  type ChannelProperties,
  changesPrivacy,
  opensContents,
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
import { legacyPosting, namedInSettings } from '../facts/named-in-settings.ts';
import { channelJson, postingRuleOf, type RuleOf } from '../view/channel-json.ts';
import { renderDescription } from '../view/description.ts';

/** A planned change. It may be written only while the channel's `revision` is that of `before`. */
export type ChangePlan = {
  callerId: UserId;
  before: ChannelRow;
  change: ChannelChange;
  transition: Transition;
  ruleOf: RuleOf;
};

const neededSettings = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies readonly ChannelSetting[];

/**
 * Checks that the caller has the permissions for the requested change of a channel, and computes the change.
 * @throws BAD_REQUEST for an invalid value or a missing permission, or when the caller may not see the channel;
 * UNAUTHORIZED_PRINCIPAL when only administrators or owners may make the change; ACCESS_DENIED when an API key without the area
 * `messages` opens contents; EXPECTATION_MISMATCH when the channel is not as the client expected
 */
export async function planChange(ctx: Ctx, request: UpdateChannelRequest, scope: Scope): Promise<ChangePlan> {
  const { caller, row, standing } = await accessChannel(ctx, request.channelId, neededSettings, scope);
  const change = parseChange(request, row);
  const groupSettings = await changedSettings(request, row, scope);
  if (groupSettings) change.groupSettings = groupSettings;
  // Otherwise, a key that may not read messages could make everybody read them.
  if (opensContents(change)) requireContents(personOf(scope.call)?.keyScope);
  const organization = await organizationAccess(ctx, caller, scope);
  const settings = await scope.settings();
  authorizeChange(change, {
    person: caller,
    row,
    standing,
    organization: organization.holds,
    allowsWebPublic: organization.allowsWebPublic,
    moderationChannelId: settings.moderation_request_channel_id,
  });
  const ruleOf = await postingRuleOf(scope);
  expectFields(request.expected, { ...channelJson(row, ruleOf), is_default: row.isDefault });
  // A channel that is unarchived leaves its folder when the folder has been archived since.
  if (change.isArchived === false && change.folderId === undefined && row.folderId !== null) {
    if (!(await folderExists(ctx.db, row.folderId))) change.folderId = null;
  }
  const after = { ...row, ...change };
  if (groupSettings || changesPrivacy(change)) {
    checkTopicCreators(after, (await scope.groups.system('role:everyone')).groupId);
  }
  if (typeof change.folderId === 'number' && !(await folderExists(ctx.db, change.folderId))) {
    throw errors.badRequest('Invalid channel folder ID');
  }
  if (change.topicsPolicy === 'empty_topic_only' && (await ctx.hasNamedTopics(row.channelId, scope.call))) {
    throw errors.badRequest(
      errorText('To enable this configuration, all messages in this channel must be in the {topic} topic.', {
        topic: settings.empty_topic_display_name,
      }),
    );
  }
  if (change.description !== undefined) {
    change.renderedDescription = await renderDescription(ctx, change.description, scope);
  }
  return {
    callerId: caller.userId,
    before: row,
    change,
    transition: await transitionOf(ctx, row, after, scope),
    ruleOf,
  };
}

/** Computes who sees the channel before and after the change. */
async function transitionOf(
  ctx: Ctx,
  row: ChannelRow,
  after: ChannelProperties & { channelId: ChannelId },
  scope: Scope,
): Promise<Transition> {
  const before = { channel: row, holders: await holdersOf(ctx, row, scope) };
  const now = { channel: after, holders: await holdersOf(ctx, after, scope) };
  const people = await scope.users.many([...before.holders.userIds, ...now.holders.userIds]);
  return transition(before, now, (userId) => people.get(userId)?.role ?? roles.guest);
}

/** Returns all group settings as they are after the change; undefined when the request changes none. */
async function changedSettings(
  request: UpdateChannelRequest,
  row: ChannelRow,
  scope: Scope,
): Promise<ChannelSettingValues | undefined> {
  const legacy = await legacyPosting(request, scope);
  const given = {
    ...request.groupSettings,
    ...(legacy && { can_send_message_group: { new: legacy.can_send_message_group, old: undefined } }),
  };
  checkSettingNames(given);
  const wanted: Record<string, GroupSetting> = {};
  for (const [name, { new: value }] of Object.entries(given)) if (value) wanted[name] = value;
  if (Object.keys(wanted).length === 0) return undefined;
  const values = changeSettings(row.groupSettings, given, await namedInSettings(wanted, scope));
  return channelPermissionNames.some((name) => values[name] !== row.groupSettings[name]) ? values : undefined;
}

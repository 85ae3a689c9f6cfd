/** Builds the texts of notices about channels, which the notification bot sends. Does no I/O. */
import { firstItem, hasKey, required } from '@parley/core';
import { channelLink, literal, personMention } from '@parley/markdown';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { Channel } from '@parley/proto/events/v1/facts';
import type { GroupId, UserId } from '@parley/rules';
import { type ChannelPermission, channelPermissionNames } from '@parley/settings';
import type { Texts } from '@parley/texts';

const fence = (text: string): string => `\`\`\`\`\n${text.replaceAll('````', "'''' ")}\n\`\`\`\``;

export type Actor = { userId: UserId; fullName: string };

const by = (actor: Actor): string => personMention(actor, true);

/** Returns a link to a channel. For a private channel, it returns only the name. */
const named = (channel: Channel): string =>
  channel.inviteOnly
    ? `**${literal(channel.name)}**`
    : channelLink({ channelId: channel.channelId, channelName: channel.name });

/** Maximum length of a notice in characters. It is below the maximum length of a message (10,000). */
const maxLength = 9_900;

/** Returns the announcement of one or more new channels. */
export const announcement = (
  channels: readonly Channel[],
  actor: Actor,
  { channels: texts }: Texts,
): string =>
  channels.length === 1
    ? texts.created({ by: by(actor), channel: named(firstItem(channels)) })
    : listed(texts.createdSeveral({ by: by(actor) }), channels, texts);

/** Returns the notice for a person whom another person has subscribed to channels. */
export const subscribedNotice = (
  channels: readonly Channel[],
  actor: Actor,
  { channels: texts }: Texts,
): string =>
  channels.length === 1
    ? texts.subscribed({ by: by(actor), channel: named(firstItem(channels)) })
    : listed(texts.subscribedSeveral({ by: by(actor) }), channels, texts);

/** Returns the beginning and a list of channels. When they do not all fit into a message, the last line counts the others. */
function listed(beginning: string, channels: readonly Channel[], texts: Texts['channels']): string {
  let text = `${beginning}\n`;
  for (const [index, channel] of channels.entries()) {
    const line = `\n* ${named(channel)}`;
    if (text.length + line.length > maxLength)
      return `${text}\n* ${texts.andMore({ count: channels.length - index })}`;
    text += line;
  }
  return text;
}

function accessOf(channel: Channel, { access }: Texts['channels']): string {
  if (channel.isWebPublic) return access.webPublic;
  if (!channel.inviteOnly) return access.public;
  return channel.historyPublicToSubscribers ? access.privateShared : access.privateProtected;
}

/** Names of the folders and groups to which a channel's properties refer; undefined for those that do not exist. */
export type Names = {
  folder(folderId: number): string | undefined;
  /** Returns the rule of a system group, or the name of any other group. */
  group(groupId: GroupId): { rule: string } | { name: string } | undefined;
};

type Change = { before: Channel; after: Channel; actor: Actor };

/** Returns the notices about a changed channel, one for each changed property. Derived properties cause none. */
export function changeNotices(change: Change, names: Names, { channels: texts }: Texts): string[] {
  const { before, after } = change;
  const who = by(change.actor);
  const notices: string[] = [];
  if (before.name !== after.name)
    notices.push(texts.renamed({ by: who, from: literal(before.name), to: literal(after.name) }));
  if (before.description !== after.description) {
    const shown = (text: string) => (text === '' ? texts.noDescription : `\n${fence(text)}`);
    notices.push(texts.described({ by: who, from: shown(before.description), to: shown(after.description) }));
  }
  const [formerAccess, access] = [accessOf(before, texts), accessOf(after, texts)];
  if (formerAccess !== access) notices.push(texts.accessChanged({ by: who, from: formerAccess, to: access }));
  if (before.folderId !== after.folderId) {
    const shown = ({ folderId }: Channel) => {
      const name = folderId === undefined ? undefined : names.folder(folderId);
      return name === undefined ? texts.none : `**${literal(name)}**`;
    };
    notices.push(texts.folderChanged({ by: who, from: shown(before), to: shown(after) }));
  }
  if (before.messageRetentionDays !== after.messageRetentionDays) {
    notices.push(
      texts.retentionChanged({ by: who, from: retentionOf(before, texts), to: retentionOf(after, texts) }),
    );
  }
  if (before.topicsPolicy !== after.topicsPolicy) {
    const shown = ({ topicsPolicy: policy }: Channel) =>
      hasKey(texts.topicsPolicies, policy) ? texts.topicsPolicies[policy] : policy;
    notices.push(texts.topicsPolicyChanged({ by: who, from: shown(before), to: shown(after) }));
  }
  // Archiving a channel removes it from the default channels, which the notice about archiving covers.
  if (before.isDefault !== after.isDefault && !after.isArchived) {
    notices.push(after.isDefault ? texts.madeDefault({ by: who }) : texts.madeOrdinary({ by: who }));
  }
  for (const name of changedPermissions(before, after)) {
    const shown = ({ groupSettings }: Channel) =>
      holdersOf(required(groupSettings[name], name), names, texts);
    notices.push(
      texts.permissionChanged({
        by: who,
        permission: texts.permissions[name],
        from: shown(before),
        to: shown(after),
      }),
    );
  }
  if (before.isArchived !== after.isArchived) {
    notices.push(after.isArchived ? texts.archived({ by: who }) : texts.unarchived({ by: who }));
  }
  return notices;
}

function retentionOf({ messageRetentionDays: days }: Channel, { retention }: Texts['channels']): string {
  if (days === undefined) return retention.inherited;
  return days === -1 ? retention.forever : retention.days({ count: days });
}

function changedPermissions(before: Channel, after: Channel): ChannelPermission[] {
  return channelPermissionNames.filter((name) => {
    const [old, now] = [before.groupSettings[name], after.groupSettings[name]];
    // An event from an earlier release may lack this permission.
    return old && now && JSON.stringify(old.value) !== JSON.stringify(now.value);
  });
}

export function groupsInNotices(before: Channel, after: Channel): GroupId[] {
  const ids = changedPermissions(before, after).flatMap((name) =>
    [before, after].flatMap(({ groupSettings }) => groupIdsOf(required(groupSettings[name], name))),
  );
  return [...new Set(ids)];
}

function groupIdsOf({ value }: GroupSetting): readonly GroupId[] {
  if (value?.$case === 'groupId') return [value.groupId];
  return value?.$case === 'anonymous' ? value.anonymous.directSubgroups : [];
}

/** Describes who has a permission: the names of groups, and the number of individual people. */
function holdersOf(setting: GroupSetting, names: Names, texts: Texts['channels']): string {
  const groups = groupIdsOf(setting).map((id) => {
    const group = names.group(id);
    if (!group) return texts.unknownGroup;
    if ('name' in group) return literal(group.name);
    return hasKey(texts.groups, group.rule) ? texts.groups[group.rule] : group.rule;
  });
  const { value } = setting;
  const people = value?.$case === 'anonymous' ? value.anonymous.directMembers.length : 0;
  const holders = [...groups, ...(people > 0 ? [texts.people({ count: people })] : [])];
  return holders.length === 0 ? texts.groups['role:nobody'] : holders.join(', ');
}

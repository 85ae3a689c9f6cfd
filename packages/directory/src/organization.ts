import type { GroupSetting } from '@parley/proto/common/v1/group_setting';

/** The organization's settings: what other services read, by name, and all of them as the API spells them. */
export type OrganizationSettings = {
  name: string;
  description: string;
  topicsPolicy: 'allow_empty_topic' | 'disable_empty_topic';
  emptyTopicDisplayName: string;
  /** Days after which a member counts as a full member. */
  waitingPeriodDays: number;
  /** -1 keeps messages forever. */
  messageRetentionDays: number;
  /** Null for no limit. */
  messageContentEditLimitSeconds: number | null;
  allowMessageEditing: boolean;
  inlineImagePreview: boolean;
  enableSpectatorAccess: boolean;
  enableReadReceipts: boolean;
  defaultCodeBlockLanguage: string;
  /** Channel for announcements of new channels; -1 for none. */
  newStreamAnnouncementsChannelId: number;
  /** Channel that reports of messages go to; -1 for none. */
  moderationRequestChannelId: number;
  /** Patterns of text that become links, in the order in which they apply. */
  linkifiers: readonly { id: number; pattern: string; urlTemplate: string }[];
  /** The organization's own emoji that can be used, by name. */
  emoji: ReadonlyMap<string, { id: string; name: string; url: string }>;
  /** Every setting by its name in `realm_*` fields without the prefix. */
  raw: Readonly<Record<string, unknown>>;
  /** A permission (`can_create_public_channel_group` …); the right is nobody's when there is no such setting. */
  permission(name: string): GroupSetting;
};

/** A group setting from its API form: a group's ID, or people and groups (specification, "Group-setting value"). */
export function groupSettingOf(value: unknown): GroupSetting {
  if (typeof value === 'number') return { value: { $case: 'groupId', groupId: value } };
  const { direct_members = [], direct_subgroups = [] } = (value ?? {}) as {
    direct_members?: number[];
    direct_subgroups?: number[];
  };
  return {
    value: {
      $case: 'anonymous',
      anonymous: { directMembers: direct_members, directSubgroups: direct_subgroups },
    },
  };
}

/** The API form of a group setting, as it was given. */
export function plainGroupSetting({ value }: GroupSetting): number | PeopleAndGroups {
  if (value?.$case === 'groupId') return value.groupId;
  return {
    direct_members: value?.anonymous.directMembers ?? [],
    direct_subgroups: value?.anonymous.directSubgroups ?? [],
  };
}

type PeopleAndGroups = { direct_members: number[]; direct_subgroups: number[] };

/** Reads the JSON text of OrganizationChanged and GetOrganization. */
export function parseOrganizationSettings(json: Uint8Array): OrganizationSettings {
  const raw = JSON.parse(Buffer.from(json).toString()) as Record<string, unknown>;
  const permissions = new Map<string, GroupSetting>();
  return {
    name: raw.name as string,
    description: raw.description as string,
    topicsPolicy: raw.topics_policy as OrganizationSettings['topicsPolicy'],
    emptyTopicDisplayName: raw.empty_topic_display_name as string,
    waitingPeriodDays: raw.waiting_period_threshold as number,
    messageRetentionDays: raw.message_retention_days as number,
    messageContentEditLimitSeconds: raw.message_content_edit_limit_seconds as number | null,
    allowMessageEditing: raw.allow_message_editing as boolean,
    inlineImagePreview: raw.inline_image_preview as boolean,
    enableSpectatorAccess: raw.enable_spectator_access as boolean,
    enableReadReceipts: raw.enable_read_receipts as boolean,
    defaultCodeBlockLanguage: raw.default_code_block_language as string,
    newStreamAnnouncementsChannelId: raw.new_stream_announcements_stream_id as number,
    moderationRequestChannelId: raw.moderation_request_channel_id as number,
    linkifiers: linkifiersOf(raw.linkifiers),
    emoji: emojiOf(raw.emoji),
    raw,
    permission(name) {
      let setting = permissions.get(name);
      if (!setting) {
        setting = groupSettingOf(raw[name]);
        permissions.set(name, setting);
      }
      return setting;
    },
  };
}

/** Absent before the first one was made known. */
function linkifiersOf(value: unknown): OrganizationSettings['linkifiers'] {
  const rows = (value ?? []) as { id: number; pattern: string; url_template: string }[];
  return rows.map(({ id, pattern, url_template }) => ({ id, pattern, urlTemplate: url_template }));
}

function emojiOf(value: unknown): OrganizationSettings['emoji'] {
  const rows = (value ?? []) as { id: string; name: string; url: string }[];
  return new Map(rows.map((emoji) => [emoji.name, emoji]));
}

import { roles } from '@parley/rules/roles';
import { permissionGroups } from './permission-groups.ts';
import type { OrganizationText } from './texts-en.ts';

/** Role and rights of the person who opens the page. */
export type SectionReader = {
  readonly role: number;
  /** Whether the person may send invitations by mail or create invitation links. */
  readonly mayInvite: boolean;
};

type Section = {
  readonly name: string;
  readonly title: OrganizationText;
  /** Title of a group of sections that begins with this section. */
  readonly group?: OrganizationText;
  readonly seenBy: 'everyone' | 'members' | 'inviters' | 'administrators' | 'owners';
  /** Names of the section's settings. The command palette finds the settings by these names. */
  readonly settings?: readonly OrganizationText[];
};

/** The sections of the organization's page. */
export const organizationSections = [
  { name: 'people', title: 'people', group: 'groupPeople', seenBy: 'everyone' },
  { name: 'invitations', title: 'invitations', seenBy: 'inviters' },
  { name: 'groups', title: 'groups', seenBy: 'everyone' },
  { name: 'bots', title: 'bots', seenBy: 'everyone' },
  {
    name: 'profile',
    title: 'profile',
    group: 'groupRules',
    seenBy: 'members',
    settings: ['organizationName', 'organizationDescription'],
  },
  {
    name: 'settings',
    title: 'settings',
    seenBy: 'members',
    settings: [
      'allow_message_editing',
      'message_content_edit_limit_seconds',
      'message_content_delete_limit_seconds',
      'move_messages_within_stream_limit_seconds',
      'move_messages_between_streams_limit_seconds',
      'message_edit_history_visibility_policy',
      'topics_policy',
      'empty_topic_display_name',
      'message_retention_days',
      'inline_image_preview',
      'media_preview_size',
      'inline_url_embed_preview',
      'remove_image_positions',
      'name_changes_disabled',
      'require_unique_names',
      'avatar_changes_disabled',
      'email_changes_disabled',
      'enable_guest_user_indicator',
      'enable_guest_user_dm_warning',
      'waiting_period_threshold',
      'enable_read_receipts',
      'presence_disabled',
      'message_content_allowed_in_email_notifications',
      'allow_replies_from_other_addresses',
      'require_e2ee_push_notifications',
      'enable_spectator_access',
      'digest_emails_enabled',
      'digest_weekday',
      'new_stream_announcements_stream_id',
      'signup_announcements_stream_id',
      'send_channel_events_messages',
      'moderation_request_channel_id',
      'default_language',
      'default_code_block_language',
      'send_welcome_emails',
      'welcome_message_custom_text',
      'video_chat_provider',
      'jitsi_server_url',
    ],
  },
  {
    name: 'permissions',
    title: 'permissions',
    seenBy: 'members',
    settings: permissionGroups.flatMap(({ names }) => names),
  },
  {
    name: 'domains',
    title: 'domains',
    seenBy: 'administrators',
    settings: [
      'invite_required',
      'emails_restricted_to_domains',
      'disallow_disposable_email_addresses',
      'require_second_factor',
      'session_idle_hours',
      'session_lifetime_hours',
      'second_factor_after_provider',
      'allowedDomains',
    ],
  },
  { name: 'defaults', title: 'defaults', seenBy: 'administrators' },
  { name: 'default-channels', title: 'defaultChannels', group: 'groupContent', seenBy: 'administrators' },
  { name: 'folders', title: 'folders', seenBy: 'administrators' },
  { name: 'profile-fields', title: 'profileFields', seenBy: 'administrators' },
  { name: 'emoji', title: 'emoji', seenBy: 'members' },
  { name: 'linkifiers', title: 'linkifiers', seenBy: 'members' },
  { name: 'playgrounds', title: 'playgrounds', seenBy: 'members' },
  { name: 'export', title: 'export', group: 'groupOversight', seenBy: 'administrators' },
  { name: 'erasures', title: 'erasures', seenBy: 'owners' },
  { name: 'audit', title: 'audit', seenBy: 'owners' },
  { name: 'server', title: 'server', seenBy: 'owners' },
] as const satisfies readonly Section[];

export type OrganizationSectionName = (typeof organizationSections)[number]['name'];

/** Returns whether a person sees a section. The server itself protects the data that the section shows. */
export function isSectionSeen(
  { seenBy }: Pick<Section, 'seenBy'>,
  { role, mayInvite }: SectionReader,
): boolean {
  switch (seenBy) {
    case 'everyone':
      return true;
    case 'members':
      return role < roles.guest;
    case 'inviters':
      return mayInvite || role <= roles.administrator;
    case 'administrators':
      return role <= roles.administrator;
    case 'owners':
      return role <= roles.owner;
  }
}

import { hasKey } from '@parley/core';
import type { Withheld } from './withheld.ts';

/** Each capability or option is one bit. Clients with equal bits share the rendered JSON of each event. */
export const formBits = {
  apply_markdown: 1,
  // 2 was `client_gravatar`.
  empty_topic_name: 4,
  bulk_message_deletion: 8,
  linkifier_url_template: 16,
  stream_typing_notifications: 32,
  slim_presence: 64,
  simplified_presence_events: 128,
  individual_emoji_changes: 256,
  archived_channels: 512,
  include_deactivated_groups: 1024,
  user_avatar_url_field_optional: 2048,
  notification_settings_null: 4096,
  user_list_incomplete: 8192,
  // The user's own notification settings, for channels in which the user has not changed them. Set only for clients without the
  // capability `notification_settings_null`.
  desktop_notifications: 16_384,
  email_notifications: 32_768,
  push_notifications: 65_536,
  audible_notifications: 131_072,
  wildcard_mentions_notify: 262_144,
  // Set for API keys with limits, which receive no credentials.
  without_credentials: 524_288,
  reactions_without_user: 1_048_576,
} as const;

/** Settings of a subscription that may be null, which means that the user's own setting applies. */
export const inheritedNotifications = [
  'desktop_notifications',
  'email_notifications',
  'push_notifications',
  'audible_notifications',
  'wildcard_mentions_notify',
] as const satisfies readonly FormBit[];

/** Exclusive upper bound of forms. In the key of a rendered variant, the bits above it contain the index of the delivery. */
export const formRange = 2 * Math.max(...Object.values(formBits));

export type FormBit = keyof typeof formBits;
export type Form = number;

/** Returns the form for the capabilities and options of a registration. Unknown capabilities are ignored. */
export function formOf(options: {
  capabilities: readonly string[];
  applyMarkdown: boolean;
  slimPresence: boolean;
  notifications?: readonly string[];
  withheld?: readonly Withheld[];
}): Form {
  let form = 0;
  for (const name of options.capabilities) {
    if (hasKey(formBits, name)) form |= formBits[name];
  }
  form &= ~bits('apply_markdown', 'slim_presence', 'without_credentials', ...inheritedNotifications);
  if (options.applyMarkdown) form |= formBits.apply_markdown;
  if (options.slimPresence) form |= formBits.slim_presence;
  if (options.withheld?.includes('credentials')) form |= formBits.without_credentials;
  for (const name of inheritedNotifications) {
    if (options.notifications?.includes(name)) form |= formBits[name];
  }
  return form;
}

export const has = (form: Form, bit: FormBit): boolean => (form & formBits[bit]) !== 0;

/** Returns the form that includes exactly these capabilities and options. */
export const bits = (...names: readonly FormBit[]): Form =>
  names.reduce((sum, name) => sum | formBits[name], 0);

/** Display name of the empty topic while the organization's setting (`realm_empty_topic_display_name`) is unknown. */
export const defaultEmptyTopicName = 'general chat';

/** Capabilities and options of a client as bits. Clients with equal bits share the text of each event. */
export const formBits = {
  apply_markdown: 1,
  client_gravatar: 2,
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
} as const;

export type FormBit = keyof typeof formBits;
export type Form = number;

/** Returns the form of a queue. Unknown capabilities are ignored. */
export function formOf(options: {
  capabilities: readonly string[];
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
}): Form {
  let form = 0;
  for (const name of options.capabilities) {
    if (Object.hasOwn(formBits, name)) form |= formBits[name as FormBit];
  }
  const own = formBits.apply_markdown | formBits.client_gravatar | formBits.slim_presence;
  form &= ~own;
  if (options.applyMarkdown) form |= formBits.apply_markdown;
  if (options.clientGravatar) form |= formBits.client_gravatar;
  if (options.slimPresence) form |= formBits.slim_presence;
  return form;
}

/** Returns whether a form has a capability or an option. */
export const has = (form: Form, bit: FormBit): boolean => (form & formBits[bit]) !== 0;

/** Returns the form that has all of these capabilities and options. */
export const bits = (...names: readonly FormBit[]): Form =>
  names.reduce((sum, name) => sum | formBits[name], 0);

/** Display name of the empty topic until the organization's settings are known (`realm_empty_topic_display_name`). */
export const defaultEmptyTopicName = 'general chat';

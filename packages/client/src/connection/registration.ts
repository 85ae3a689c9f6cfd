import type { ParamsOf } from '../operations.ts';

export type RegisterParams = ParamsOf<'register-queue'>;

/** Capabilities of the API that this library supports and declares to the server. */
const capabilities: NonNullable<RegisterParams['client_capabilities']> = {
  archived_channels: true,
  bulk_message_deletion: true,
  empty_topic_name: true,
  include_deactivated_groups: true,
  individual_emoji_changes: true,
  linkifier_url_template: true,
  notification_settings_null: true,
  reactions_without_user: true,
  simplified_presence_events: true,
  stream_typing_notifications: true,
  user_avatar_url_field_optional: true,
  user_list_incomplete: true,
  user_settings_object: true,
};

/** Returns the parameters of a registration. By default, they request all data in the newest format. `own` overrides them. */
export const registerParams = (own: RegisterParams = {}): RegisterParams => ({
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'partial',
  ...own,
  client_capabilities: { ...capabilities, ...own.client_capabilities },
});

/** Parameters of a registration that requests all data, from a client with every capability. */
export const fullRegistration = {
  client_capabilities: JSON.stringify({
    archived_channels: true,
    bulk_message_deletion: true,
    empty_topic_name: true,
    linkifier_url_template: true,
    notification_settings_null: true,
    user_avatar_url_field_optional: true,
  }),
  slim_presence: 'true',
  apply_markdown: 'true',
};

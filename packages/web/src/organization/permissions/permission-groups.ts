/** Permissions of the organization, by group, in the order of their page. */
export const permissionGroups = [
  {
    title: 'permJoin',
    names: ['can_invite_users_group', 'create_multiuse_invite_group'],
  },
  {
    title: 'permChannels',
    names: [
      'can_create_public_channel_group',
      'can_create_private_channel_group',
      'can_create_web_public_channel_group',
      'can_add_subscribers_group',
      'can_set_topics_policy_group',
      'can_set_delete_message_policy_group',
    ],
  },
  {
    title: 'permMessages',
    names: [
      'can_mention_many_users_group',
      'can_move_messages_between_topics_group',
      'can_move_messages_between_channels_group',
      'can_resolve_topics_group',
      'can_delete_own_message_group',
      'can_delete_any_message_group',
    ],
  },
  {
    title: 'permDirect',
    names: ['direct_message_initiator_group', 'direct_message_permission_group'],
  },
  {
    title: 'permGroups',
    names: [
      'can_create_groups',
      'can_manage_all_groups',
      'can_create_bots_group',
      'can_create_write_only_bots_group',
      'can_add_custom_emoji_group',
    ],
  },
  { title: 'permGuests', names: ['can_access_all_users_group'] },
] as const;

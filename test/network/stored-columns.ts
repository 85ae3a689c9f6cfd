/**
 * Every column of every table, with a decision about whether it holds something of a person: an ID (`id`), a text (`text`, in
 * which names, addresses, devices and secrets count), or both. A new table or column has no decision, and the test fails. Values of
 * people are either inserted from here, or created through the API by the test.
 */

/** What the test fills into a column. Its form follows from the type of the column. */
export type Filling = 'id' | 'text' | 'both';

/** IDs of objects that rows refer to, made through the API. */
export type Facts = {
  /** The person to erase, and a bot of the person. */
  id: number;
  bot: number;
  /** Further accounts: the owner, and a guest. */
  owner: number;
  guest: number;
  channel: number;
  ownMessage: number;
  /** A message of the owner. */
  otherMessage: number;
  /** A message in which the server quotes the person. */
  quotingMessage: number;
  /** A profile field that names a person. */
  personField: number;
  /** Distinguishes the constants of two people. */
  serial: number;
  text: string;
};

/** Marks a value that the test fills in. */
export class Mark {
  readonly filling: Filling;

  constructor(filling: Filling) {
    this.filling = filling;
  }
}

const id = new Mark('id');
const text = new Mark('text');
const both = new Mark('both');

/** A value of a column: a filling, a fact, or a constant in the syntax of SQL, which may contain `:serial`. */
export type Value = Mark | keyof Facts | { sql: string };
export type Row = Readonly<Record<string, Value>>;

export type Table = {
  /** Columns with nothing of a person. */
  other: readonly string[];
  /** Rows to insert, at most one of which is not the person's own. */
  rows: readonly Row[];
  /** Columns that are filled through the API. */
  made: Readonly<Record<string, Filling>>;
  /** A statement that fills columns of a row that exists already. */
  update: string | undefined;
};

const words = (list: string): string[] => list.split(' ').filter((word) => word !== '');
const far = { sql: `'9999-01-01'` };
const now = { sql: 'now()' };
const constant = (value: string) => ({ sql: value });
const string = (value: string) => ({ sql: `'${value}'` });

/** A table with nothing of a person. */
const impersonal = (other: string): Table => ({ other: words(other), rows: [], made: {}, update: undefined });

/** A table whose rows are inserted. `other` names further columns with nothing of a person. */
const inserted = (other: string, ...rows: Row[]): Table => ({ ...impersonal(other), rows });

/** A table that the API fills. `update` fills more columns of a row, with `:id`, `:bot` and `:text`. */
const made = (columns: Record<string, Filling>, other: string, update?: string, ...rows: Row[]): Table => ({
  ...impersonal(other),
  rows,
  made: columns,
  update,
});

const outbox = inserted(
  'record_id happened_at',
  {
    actor_id: id,
    action: string('test.acted'),
    user_id: constant('null'),
    details: string('{}'),
    client: text,
    address: text,
  },
  {
    actor_id: 'owner',
    action: string('test.concerned'),
    user_id: id,
    details: both,
    client: string(''),
    address: string(''),
  },
);
const ofMessage = { user_id: id, message_id: 'otherMessage' } as const;

export const tables: Readonly<Record<string, Table>> = {
  'channel.audit_outbox': outbox,
  'channel.channel_changes': impersonal('channel_id changed_in changed_at'),
  'channel.channel_email_addresses': inserted('created_at', {
    channel_id: 'channel',
    sender_id: id,
    token: text,
  }),
  'channel.channel_folders': inserted('folder_id description rendered_description created_at archived_at', {
    name: string('folder :serial'),
    name_key: string('folder :serial'),
    position: constant('9'),
    creator_id: id,
  }),
  'channel.channel_traffic': impersonal('channel_id day message_count'),
  'channel.channels': made(
    { creator_id: 'id', group_settings: 'id' },
    `channel_id name name_key description rendered_description is_private is_web_public is_history_public
     message_retention_days folder_id topics_policy created_at archived_at is_default subscriber_count first_message_id
     last_active_on revision`.replaceAll('\n', ' '),
  ),
  'channel.people': made({ user_id: 'id' }, 'role is_active is_bot joined_at is_welcomed'),
  'channel.subscription_periods': made({ user_id: 'id' }, 'channel_id after_message_id until_message_id'),
  'channel.subscriptions': made(
    { user_id: 'id', color: 'text' },
    `channel_id is_subscribed is_user_active is_muted is_pinned desktop_notifications email_notifications
     push_notifications audible_notifications wildcard_mentions_notify`.replaceAll('\n', ' '),
    `update channel.subscriptions set color = ':text' where user_id = :id`,
  ),
  'channel.user_topics': inserted('updated_at', {
    user_id: id,
    channel_id: 'channel',
    topic: text,
    topic_key: text,
    visibility_policy: constant('1'),
  }),
  'messaging.audit_outbox': outbox,
  'messaging.direct_conversations': made({ member_ids: 'id' }, 'conversation_id member_hash created_at'),
  'messaging.direct_members': made({ user_id: 'id' }, 'conversation_id'),
  'messaging.drafts': inserted(
    'draft_id',
    {
      user_id: id,
      type: string(''),
      recipient_ids: id,
      topic: text,
      content: text,
      edited_at: now,
    },
    {
      user_id: 'owner',
      type: string('private'),
      recipient_ids: id,
      topic: string(''),
      content: string(''),
      edited_at: now,
    },
  ),
  'messaging.link_preview_jobs': inserted('job_id attempts', {
    message_id: 'ownMessage',
    urls: text,
    due_at: far,
  }),
  'messaging.messages': made(
    {
      sender_id: 'id',
      topic: 'text',
      topic_key: 'text',
      content: 'text',
      rendered_content: 'text',
      search_words: 'text',
      edit_history: 'both',
      topic_participant_ids: 'id',
    },
    `id channel_id conversation_id origin_id origin_channel_id renderer_version sent_at client send_key read_by_sender
     is_me mentions_channel mentions_topic has_link has_image has_attachment last_edited_at last_moved_at`.replaceAll(
      '\n',
      ' ',
    ),
    `update messaging.messages set topic_participant_ids = array[:id]::int8[],
            edit_history = '[{"user_id": :id, "timestamp": 1, "prev_topic": "former", "topic": "now"}]'
      where id = :otherMessage`,
  ),
  'messaging.origins': made({ topic_key: 'text' }, 'origin_id channel_id'),
  'messaging.personal_flags': inserted('kept_at', { ...ofMessage, flags: constant('1') }),
  'messaging.quotes': inserted('', { message_id: 'quotingMessage', user_id: id }),
  'messaging.reactions': inserted('reacted_at', {
    ...ofMessage,
    reaction_type: string('unicode_emoji'),
    emoji_code: string('1f44d'),
    emoji_name: string('thumbs_up'),
  }),
  'messaging.read_coverage': inserted('', {
    user_id: id,
    channel_id: constant('999'),
    ranges: string('{[1,2)}'),
  }),
  'messaging.read_floors': inserted('', {
    user_id: id,
    channel_id: constant('999'),
    message_id: constant('1'),
  }),
  'messaging.read_ranges': inserted('', {
    user_id: id,
    origin_id: constant('999'),
    ranges: string('{[1,2)}'),
  }),
  'messaging.reminders': inserted('reminder_id', {
    ...ofMessage,
    content: text,
    rendered_content: text,
    deliver_at: far,
    failure: text,
    note: text,
  }),
  'messaging.saved_snippets': inserted('saved_snippet_id created_at', {
    user_id: id,
    title: text,
    content: text,
  }),
  'messaging.scheduled_messages': inserted(
    'scheduled_message_id read_by_sender',
    {
      user_id: id,
      channel_id: 'channel',
      recipient_ids: id,
      topic: text,
      content: text,
      rendered_content: text,
      deliver_at: far,
      client: text,
      failure: text,
    },
    {
      user_id: 'owner',
      channel_id: constant('null'),
      recipient_ids: id,
      topic: string(''),
      content: string(''),
      rendered_content: string(''),
      deliver_at: far,
      client: string('test'),
    },
  ),
  'messaging.submessages': inserted('submessage_id', {
    message_id: 'otherMessage',
    sender_id: id,
    msg_type: string('widget'),
    content: text,
  }),
  'migration.applied': impersonal('schema number name applied_at checksum'),
  'notify.channel_addresses': inserted('created_at', {
    token: text,
    channel_id: 'channel',
    creator_id: id,
    sender_id: id,
  }),
  'notify.decision_steps': impersonal('worker epoch event_id after_user_id message_id'),
  'notify.digest_runs': impersonal('day after_user_id claimed_until finished_at'),
  'notify.due_people': inserted('', { user_id: id, due_at: far }),
  'notify.due_pushes': inserted('push_id attempts claimed_until', {
    ...ofMessage,
    subscription_id: constant('0'),
    reason: string('mention'),
    sent_at: now,
    due_at: far,
  }),
  'notify.forwarder_identity': impersonal('is_only secret'),
  'notify.log_positions': impersonal('worker epoch event_id'),
  'notify.mail_rate': impersonal('is_only next_at'),
  'notify.mails': inserted('mail_id created_at attempts state ended_at', {
    user_id: id,
    address: text,
    message_id: string('<:serial@test>'),
    content: text,
    sealed: text,
    report: both,
    failure: text,
    next_attempt_at: far,
  }),
  'notify.missed_messages': inserted('', { ...ofMessage, reason: string('mention'), sent_at: now }),
  'notify.phone_pushes': inserted('push_id state is_withdrawn attempts claimed_until', {
    ...ofMessage,
    phone_id: constant('1'),
    reason: string('mention'),
    sent_at: now,
    due_at: far,
  }),
  'notify.phone_removals': inserted('removal_id attempts created_at', {
    user_id: id,
    service: string('fcm'),
    token: text,
    next_attempt_at: far,
  }),
  'notify.phones': inserted(
    'phone_id account_id push_key_id registration_since next_attempt_at attempts error_code created_at',
    {
      user_id: id,
      kind: string('token'),
      service: string('fcm'),
      token: text,
      app_id: text,
      push_key: text,
      forwarder_name: text,
      registration: text,
    },
  ),
  // Addresses are stored as hashes, and rows expire.
  'notify.received_mails': impersonal('mail_key address_key message_id authentication received_at'),
  'notify.refused_replies': impersonal('author_key address_key explained_at'),
  'notify.refused_addresses': inserted('refused_at', {
    address_key: text,
    refused_at: now,
    reason: text,
  }),
  'notify.web_push_subscriptions': inserted('subscription_id created_at', {
    user_id: id,
    endpoint: text,
    p256dh: text,
    auth: text,
  }),
  'relay.checkpoints': impersonal(
    `is_only epoch stream stream_sequence system_id timeline slot_generation commit_lsn commit_index session_id
     earlier_session_ids updated_at`.replaceAll('\n', ' '),
  ),
  'upload.attachment_messages': impersonal('attachment_id message_id sent_at'),
  'upload.attachments': inserted(
    'attachment_id created_at content_id width height scan_state scan_finding scan_due_at',
    {
      owner_id: id,
      file_name: text,
      path_id: text,
      content_type: string('text/plain'),
      size_bytes: constant('1'),
      // A message links the file.
      unlinked_since: constant('null'),
    },
  ),
  'upload.access_ends': inserted('number', { user_id: id, ended_at: far }),
  'upload.audit_outbox': outbox,
  'upload.condemned_blobs': impersonal('blob_key due_at'),
  'upload.exports': impersonal('export_id attempt content_id size_bytes expires_at'),
  'upload.external_pictures': impersonal('url_sha256 content_id content_type size_bytes expires_at'),
  'upload.images': inserted(
    'created_at shown_epoch shown_event_id',
    {
      path: text,
      content_type: string('image/png'),
      content_id: string('own image :serial'),
      size_bytes: constant('1'),
      owner_id: id,
    },
    {
      path: string('/emoji/:serial.png'),
      content_type: string('image/png'),
      content_id: string('image of the organization :serial'),
      size_bytes: constant('1'),
      owner_id: id,
    },
  ),
  'upload.image_positions': impersonal('is_only are_removed epoch event_id'),
  'upload.link_previews': impersonal('url_sha256 title description picture_url expires_at'),
  'upload.parts': impersonal('content_id start_offset size_bytes blob_key'),
  'upload.storage_usage': impersonal('only_row used_bytes'),
  'upload.thumbnails': impersonal('attachment_id format content_id size_bytes'),
  'upload.uploads': inserted('size_bytes created_at attachment_id', {
    upload_id: string('upload :serial'),
    owner_id: id,
    file_name: text,
    content_type: string('text/plain'),
    metadata_json: text,
    expires_at: far,
  }),
  'user_admin.alert_words': inserted('', { user_id: id, word_key: text, word: text }),
  'user_admin.audit_chain': impersonal(
    `is_only head_position head_hash deleted_position deleted_hash streamed_position streamer streamer_until`,
  ),
  'user_admin.audit_entries': inserted(
    `entry_id happened_at source source_id position previous_hash hash details_salt details_hash origin_salt origin_hash`,
    {
      actor_id: id,
      action: string('test.acted'),
      user_id: constant('null'),
      details: string('{}'),
      client: text,
      address: text,
    },
    {
      actor_id: 'owner',
      action: string('test.concerned'),
      user_id: id,
      details: both,
      client: string(''),
      address: string(''),
    },
    {
      actor_id: 'owner',
      action: string('test.concerned'),
      user_id: 'bot',
      details: text,
      client: string(''),
      address: string(''),
    },
  ),
  'user_admin.authenticator_apps': inserted('confirmed_at last_step', { user_id: id, secret_sealed: text }),
  'user_admin.bot_storage': inserted(
    '',
    { user_id: id, key: text, value: text },
    { user_id: 'bot', key: text, value: text },
  ),
  'user_admin.credentials': made(
    { user_id: 'id', password_hash: 'text', api_key_sealed: 'text', api_key_last_used_address: 'text' },
    'api_key_sha256 api_key_changed_at api_key_last_used_at access_generation',
    `update user_admin.credentials set password_hash = ':text', api_key_sealed = ':text',
            api_key_last_used_address = ':text' where user_id in (:id, :bot)`,
  ),
  'user_admin.domains': impersonal('domain allow_subdomains'),
  'user_admin.emoji': inserted('emoji_id still_path is_deactivated', {
    name: string('emoji :serial'),
    path: string('/emoji/:serial.png'),
    author_id: id,
  }),
  'user_admin.erasures': inserted('erasure_id requested_at counts', {
    user_id: constant('99:serial'),
    email: constant('null'),
    deletes_messages: constant('false'),
    requested_by: id,
    finished_at: now,
  }),
  'user_admin.exports': inserted('export_id requested_at attempts failures due_at finished_at failed_at', {
    requester_id: id,
    export_type: constant('1'),
    deleted_at: now,
  }),
  'user_admin.external_identities': inserted('linked_at is_absent', {
    method: string('test'),
    subject: text,
    user_id: id,
  }),
  // A keyed hash of the account. Rows expire after half an hour.
  'user_admin.failed_sign_ins': impersonal('account_key failed_at'),
  'user_admin.finished_onboarding_steps': inserted('', { user_id: id, step: string('visit') }),
  'user_admin.first_run': impersonal('is_only salt'),
  'user_admin.group_members': made({ user_id: 'id' }, 'group_id'),
  'user_admin.group_subgroups': impersonal('group_id subgroup_id'),
  'user_admin.groups': made(
    { creator_id: 'id', settings: 'id' },
    'group_id name name_key description rule created_at is_deactivated',
    `update user_admin.groups set creator_id = :id 
      where group_id = (select max(group_id) from user_admin.groups)`,
  ),
  'user_admin.invitations': inserted(
    `invitation_id token_sealed channel_ids group_ids include_default_channels notify_referrer created_at expires_at
     link_id`.replaceAll('\n', ' '),
    {
      email: text,
      email_key: text,
      token_sha256: text,
      role: constant('400'),
      ended_at: now,
    },
    {
      invited_by: id,
      welcome_text: text,
      token_sha256: string('by the person :serial'),
      role: constant('400'),
      ended_at: now,
    },
  ),
  'user_admin.linkifiers': impersonal(
    'linkifier_id pattern url_template example_input reverse_template alternative_url_templates position',
  ),
  'user_admin.mail_tokens': inserted('', {
    token_sha256: text,
    purpose: string('email-change'),
    user_id: id,
    email: text,
    expires_at: far,
  }),
  'user_admin.muted_users': inserted(
    'muted_at',
    { user_id: id, muted_user_id: 'owner' },
    { user_id: 'owner', muted_user_id: id },
  ),
  'user_admin.named_keys': inserted('key_id areas created_at expires_at last_used_at', {
    user_id: id,
    key_sha256: text,
    name: text,
    is_read_only: constant('false'),
    last_used_address: text,
  }),
  'user_admin.navigation_views': inserted('', {
    user_id: id,
    fragment: text,
    is_pinned: constant('true'),
    name: text,
  }),
  'user_admin.organization': made(
    { settings: 'id' },
    'organization_id organization_uuid user_settings_defaults created_at deactivated_at push_permission',
  ),
  'user_admin.outbox': inserted('outbox_id attempts', { sealed: text, user_id: id, next_attempt_at: far }),
  'user_admin.passkeys': inserted('passkey_id created_at last_used_at', {
    user_id: id,
    credential_id: text,
    public_key: text,
    counter: constant('0'),
    transports: text,
    name: text,
  }),
  'user_admin.people_changes': made({ user_id: 'id' }, 'changed_in changed_at'),
  'user_admin.person_exports': inserted(
    'export_id requested_at attempts failures due_at finished_at failed_at counts',
    { user_id: id, requester_id: id, includes_private: constant('true'), deleted_at: now },
  ),
  'user_admin.playgrounds': impersonal('playground_id name language url_template'),
  'user_admin.presences': inserted('was_active_at was_idle_at', {
    user_id: id,
    active_at: constant('1'),
    idle_at: constant('1'),
    update_id: constant('1'),
  }),
  'user_admin.profile_fields': impersonal(
    `field_id field_type name name_key hint field_data display_in_profile_summary is_required is_editable_by_user
     is_used_for_matching position`.replaceAll('\n', ' '),
  ),
  'user_admin.profile_values': inserted(
    '',
    { user_id: id, field_id: 'personField', value: text, rendered_value: text },
    { user_id: 'owner', field_id: 'personField', value: id },
  ),
  'user_admin.provider_pictures': inserted('digest replaces_own attempts due_at', {
    user_id: id,
    method: string('test'),
    address: text,
    stored_path: text,
  }),
  'user_admin.sessions': inserted('session_id created_at last_used_at confirmed_at', {
    token_sha256: text,
    user_id: id,
    expires_at: far,
    client: text,
    address: text,
  }),
  'user_admin.provider_sessions': inserted('', {
    session_id: constant('(select max(session_id) from user_admin.sessions)'),
    method: string('test'),
    subject: text,
    provider_session: text,
    id_token_sealed: text,
  }),
  'user_admin.provisioned_deactivations': inserted('deactivated_at', { user_id: id }),
  'user_admin.provisioning_limit': impersonal('is_only allowed_people allowed_until owners_notified_at'),
  'user_admin.recovery_codes': inserted('', { user_id: id, code_sha256: text }),
  'user_admin.scim_groups': impersonal('group_id external_id changed_at'),
  'user_admin.scim_users': inserted('deleted_at changed_at', {
    user_id: id,
    user_name: text,
    user_name_key: text,
    external_id: text,
    attributes: text,
  }),
  'user_admin.sights': inserted('', { guest_id: id, user_id: 'owner' }, { guest_id: 'guest', user_id: id }),
  'user_admin.sign_in_attempts': inserted('', {
    state_sha256: text,
    sealed: text,
    expires_at: far,
    user_id: id,
    method: string('test'),
    subject: text,
    provider_session: text,
  }),
  'user_admin.user_settings': inserted('edited_names', { user_id: id, settings: text }),
  'user_admin.user_statuses': inserted('', {
    user_id: id,
    status_text: text,
    emoji_name: text,
    emoji_code: text,
    reaction_type: string(''),
  }),
  'user_admin.users': made(
    {
      user_id: 'id',
      bot_owner_id: 'id',
      delivery_email: 'text',
      delivery_email_key: 'text',
      email: 'text',
      email_key: 'text',
      full_name: 'text',
      avatar_url: 'text',
      timezone: 'text',
    },
    `role is_active bot_type is_system_bot is_imported_stub avatar_source avatar_version email_address_visibility
     can_create_users can_change_user_emails joined_at awaits_sign_in`.replaceAll('\n', ' '),
    `update user_admin.users set avatar_source = 'U', avatar_url = '/user_avatars/:text', timezone = ':text'
      where user_id in (:id, :bot)`,
  ),
  'user_admin.watched_guests': inserted('compared_at', { guest_id: id, is_limited: constant('false') }),
  'user_admin.zoom_tokens': inserted('', { user_id: id, token_sealed: text }),
};

import { ToggleSetting } from '../forms/setting.tsx';
import { ownSetting } from './bound.ts';
import type { SettingsText } from './texts.ts';
import { s } from './texts.ts';

/** Names of on/off settings. The text of each setting has the same name. */
type ToggleName = Extract<
  SettingsText,
  | 'automatically_follow_topics_where_mentioned'
  | 'allow_private_data_export'
  | 'display_emoji_reaction_users'
  | 'enable_digest_emails'
  | 'enable_drafts_synchronization'
  | 'enable_followed_topic_wildcard_mentions_notify'
  | 'enable_login_emails'
  | 'enable_online_push_notifications'
  | 'enter_sends'
  | 'high_contrast_mode'
  | 'message_content_in_email_notifications'
  | 'pm_content_in_desktop_notifications'
  | 'presence_enabled'
  | 'receives_typing_notifications'
  | 'send_private_typing_notifications'
  | 'send_read_receipts'
  | 'send_stream_typing_notifications'
  | 'starred_message_counts'
  | 'translate_emoticons'
  | 'web_escape_navigates_to_home_view'
  | 'web_inbox_show_channel_folders'
  | 'web_left_sidebar_show_channel_folders'
  | 'web_left_sidebar_unreads_count_summary'
  | 'web_navigate_to_sent_message'
  | 'wildcard_mentions_notify'
>;

/** Renders an on/off setting of the person. */
export function OwnToggle(props: { name: ToggleName; help?: SettingsText }) {
  const setting = ownSetting(props.name, true);
  return (
    <ToggleSetting
      label={s(props.name)}
      help={props.help && s(props.help)}
      value={setting.value}
      save={setting.save}
    />
  );
}

import { ChoiceSetting, SettingGroup } from '../forms/setting.tsx';
import { ownSetting } from './bound.ts';
import { OwnToggle } from './own-toggle.tsx';
import { s } from './texts.ts';

/** Renders the settings for views and sidebars of this client. */
export function Navigation() {
  const home = ownSetting('web_home_view', 'inbox');
  const channel = ownSetting('web_channel_default_view', 1);
  const unread = ownSetting('web_stream_unreads_count_display_policy', 2);
  const inactive = ownSetting('demote_inactive_streams', 1);
  const people = ownSetting('user_list_style', 2);
  return (
    <SettingGroup title={s('navigation')}>
      <ChoiceSetting
        label={s('web_home_view')}
        // `recent_topics` is the former name of `recent`.
        value={() => (home.value() === 'recent_topics' ? 'recent' : home.value())}
        save={home.save}
        options={[
          { value: 'inbox', label: s('homeInbox') },
          { value: 'recent', label: s('homeRecent') },
          { value: 'all_messages', label: s('homeFeed') },
        ]}
      />
      <ChoiceSetting<1 | 2 | 4>
        label={s('web_channel_default_view')}
        help={s('web_channel_default_view_help')}
        // The default that administrators set may be 3 (the list of topics). This client shows that list in the sidebar, so 3
        // is displayed as 2.
        value={() => ((channel.value() as number) === 3 ? 2 : channel.value())}
        save={channel.save}
        options={[
          { value: 1, label: s('channelNewestTopic') },
          { value: 4, label: s('channelNewestUnread') },
          { value: 2, label: s('channelAll') },
        ]}
      />
      <OwnToggle name="web_escape_navigates_to_home_view" />
      <OwnToggle name="web_navigate_to_sent_message" />
      <ChoiceSetting
        label={s('web_stream_unreads_count_display_policy')}
        help={s('unreadsHelp')}
        {...unread}
        options={[
          { value: 1, label: s('unreadsAll') },
          { value: 2, label: s('unreadsUnmuted') },
          { value: 3, label: s('unreadsNone') },
        ]}
      />
      <OwnToggle name="starred_message_counts" />
      <OwnToggle name="web_left_sidebar_show_channel_folders" />
      <OwnToggle name="web_left_sidebar_unreads_count_summary" />
      <OwnToggle name="web_inbox_show_channel_folders" />
      <ChoiceSetting
        label={s('demote_inactive_streams')}
        {...inactive}
        options={[
          { value: 1, label: s('inactiveAutomatic') },
          { value: 2, label: s('inactiveAlways') },
          { value: 3, label: s('inactiveNever') },
        ]}
      />
      <ChoiceSetting
        label={s('user_list_style')}
        {...people}
        options={[
          { value: 1, label: s('peopleCompact') },
          { value: 2, label: s('peopleStatus') },
          { value: 3, label: s('peoplePicture') },
        ]}
      />
    </SettingGroup>
  );
}

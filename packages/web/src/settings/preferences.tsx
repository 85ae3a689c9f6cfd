import { ChoiceSetting, SettingGroup } from '../forms/setting.tsx';
import { useParley } from '../model/parley.tsx';
import { useSetting } from '../model/settings.ts';
import { ownSetting } from './bound.ts';
import { Navigation } from './navigation.tsx';
import { OwnToggle } from './own-toggle.tsx';
import { s } from './texts.ts';

/** Line heights in percent. The client shows values above 130 as roomy. */
const compact = 122;
const roomy = 140;
const maxCompact = 130;

/** Renders the settings for appearance, language and behaviour of this client. */
export default function PreferencesSection() {
  return (
    <>
      <Appearance />
      <SettingGroup title={s('writing')}>
        <OwnToggle name="enter_sends" help="enter_sends_help" />
        <OwnToggle name="translate_emoticons" />
        <OwnToggle name="enable_drafts_synchronization" help="enable_drafts_synchronization_help" />
      </SettingGroup>
      <Navigation />
      <Reading />
    </>
  );
}

function Appearance() {
  const { client } = useParley();
  const colors = ownSetting('color_scheme', 1);
  const lineHeight = ownSetting('web_line_height_percent', roomy);
  const fontSize = ownSetting('web_font_size_px', 16);
  const language = ownSetting('default_language', 'en');
  const clock = useSetting<boolean | null>('twenty_four_hour_time');
  return (
    <SettingGroup title={s('appearance')}>
      <ChoiceSetting
        label={s('color_scheme')}
        {...colors}
        options={[
          { value: 1, label: s('colorAutomatic') },
          { value: 3, label: s('colorLight') },
          { value: 2, label: s('colorDark') },
        ]}
      />
      <OwnToggle name="high_contrast_mode" />
      <ChoiceSetting
        label={s('density')}
        value={() => (lineHeight.value() > maxCompact ? roomy : compact)}
        save={lineHeight.save}
        options={[
          { value: roomy, label: s('densityRoomy') },
          { value: compact, label: s('densityCompact') },
        ]}
      />
      <ChoiceSetting
        label={s('web_font_size_px')}
        // The client uses the browser's own font size for 14 as well as for 16, so both are displayed as the same choice.
        value={() => (fontSize.value() === 14 ? 16 : fontSize.value())}
        save={fontSize.save}
        options={[
          { value: 13, label: s('fontSmall') },
          { value: 16, label: s('fontNormal') },
          { value: 18, label: s('fontLarge') },
          { value: 20, label: s('fontLarger') },
        ]}
      />
      <ChoiceSetting<boolean | null>
        label={s('twenty_four_hour_time')}
        value={() => clock() ?? null}
        save={(value) => client.call('update-settings', { twenty_four_hour_time: value })}
        options={[
          { value: null, label: s('clockLanguage') },
          { value: false, label: s('clock12') },
          { value: true, label: s('clock24') },
        ]}
      />
      <ChoiceSetting
        label={s('default_language')}
        help={s('default_language_help')}
        value={() => (language.value().startsWith('de') ? 'de' : 'en')}
        save={language.save}
        options={[
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
        ]}
      />
    </SettingGroup>
  );
}

function Reading() {
  const marking = ownSetting('web_mark_read_on_scroll_policy', 1);
  const notices = ownSetting('resolved_topic_notice_auto_read_policy', 'except_followed');
  const count = ownSetting('desktop_icon_count_display', 1);
  return (
    <SettingGroup title={s('reading')}>
      <OwnToggle name="display_emoji_reaction_users" help="display_emoji_reaction_users_help" />
      <ChoiceSetting
        label={s('web_mark_read_on_scroll_policy')}
        {...marking}
        options={[
          { value: 1, label: s('readAlways') },
          { value: 2, label: s('readConversations'), help: s('readConversationsHelp') },
          { value: 3, label: s('readNever') },
        ]}
      />
      <ChoiceSetting
        label={s('resolved_topic_notice_auto_read_policy')}
        {...notices}
        options={[
          { value: 'always', label: s('resolvedAlways') },
          { value: 'except_followed', label: s('resolvedExceptFollowed') },
          { value: 'never', label: s('resolvedNever') },
        ]}
      />
      <ChoiceSetting
        label={s('desktop_icon_count_display')}
        {...count}
        options={[
          { value: 1, label: s('countAll') },
          { value: 2, label: s('countMentionsAndFollowed') },
          { value: 3, label: s('countMentions') },
          { value: 4, label: s('countNone') },
        ]}
      />
    </SettingGroup>
  );
}

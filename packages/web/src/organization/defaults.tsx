import type { ParamsOf } from '@parley/client';
import { For } from 'solid-js';
import { createExpecting } from '../forms/expecting.ts';
import { ChoiceSetting, SettingGroup, ToggleSetting } from '../forms/setting.tsx';
import { useParley } from '../model/parley.tsx';
import { useField } from '../model/self.ts';
import { s } from '../settings/texts.ts';
import { o } from './texts.ts';

const toggles = [
  'enter_sends',
  'translate_emoticons',
  'presence_enabled',
  'send_read_receipts',
  'send_stream_typing_notifications',
  'send_private_typing_notifications',
  'receives_typing_notifications',
  'message_content_in_email_notifications',
  'pm_content_in_desktop_notifications',
  'enable_online_push_notifications',
  'wildcard_mentions_notify',
  'enable_followed_topic_wildcard_mentions_notify',
  'automatically_follow_topics_where_mentioned',
] as const;

const notifications = [
  ['enable_stream_desktop_notifications', 'onDesktop'],
  ['enable_stream_audible_notifications', 'bySound'],
  ['enable_stream_push_notifications', 'byPush'],
  ['enable_stream_email_notifications', 'byMail'],
] as const;

type Defaults = Partial<ParamsOf<'update-realm-user-settings-defaults'>>;

/** Renders the default values of the personal settings, which new accounts start with. */
export default function DefaultsSection() {
  const { client } = useParley();
  const defaults = useField('realm_user_settings_defaults');
  const value = <N extends keyof Defaults>(name: N) =>
    (defaults() as Readonly<Record<string, unknown>> | undefined)?.[name] as Defaults[N];
  const expecting = createExpecting(() => defaults());
  const save = (change: Defaults) =>
    expecting(Object.keys(change), (expected) =>
      client.call('update-realm-user-settings-defaults', { ...change, expected }),
    );
  return (
    <>
      <p class="muted">{o('defaultsHelp')}</p>
      <SettingGroup title={s('preferences')}>
        <ChoiceSetting<1 | 2 | 3>
          label={s('color_scheme')}
          value={() => value('color_scheme') ?? 1}
          save={(scheme) => save({ color_scheme: scheme })}
          options={[
            { value: 1, label: s('colorAutomatic') },
            { value: 3, label: s('colorLight') },
            { value: 2, label: s('colorDark') },
          ]}
        />
        <ChoiceSetting<boolean | null>
          label={s('twenty_four_hour_time')}
          value={() => value('twenty_four_hour_time') ?? null}
          save={(clock) => save({ twenty_four_hour_time: clock })}
          options={[
            { value: null, label: s('clockLanguage') },
            { value: false, label: s('clock12') },
            { value: true, label: s('clock24') },
          ]}
        />
        <ChoiceSetting<1 | 2 | 3 | 4 | 5>
          label={s('email_address_visibility')}
          value={() => value('email_address_visibility') ?? 1}
          save={(visibility) => save({ email_address_visibility: visibility })}
          options={[
            { value: 1, label: s('visibleEveryone') },
            { value: 2, label: s('visibleMembers') },
            { value: 5, label: s('visibleModerators') },
            { value: 3, label: s('visibleAdministrators') },
            { value: 4, label: s('visibleNobody') },
          ]}
        />
        <For each={toggles}>
          {(name) => (
            <ToggleSetting
              label={s(name)}
              value={() => value(name) === true}
              save={(isOn) => save({ [name]: isOn })}
            />
          )}
        </For>
      </SettingGroup>
      <SettingGroup title={s('kindChannels')}>
        <For each={notifications}>
          {([name, title]) => (
            <ToggleSetting
              label={s(title)}
              value={() => value(name) === true}
              save={(isOn) => save({ [name]: isOn })}
            />
          )}
        </For>
      </SettingGroup>
    </>
  );
}

import type { ParamsOf } from '@parley/client';
import { personalSettings } from '@parley/client/settings';
import { For } from 'solid-js';
import { createExpecting } from '../../forms/expecting.ts';
import { SettingGroup, ToggleSetting } from '../../forms/setting.tsx';
import { useParley } from '../../model/parley.tsx';
import { useField } from '../../model/self.ts';
import { SettingControl } from '../../settings/setting.tsx';
import type { ShownSetting } from '../../settings/setting-texts.ts';
import { s } from '../../settings/texts.ts';
import { o } from '../texts.ts';

const shown = [
  'color_scheme',
  'twenty_four_hour_time',
  'email_address_visibility',
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
] as const satisfies readonly ShownSetting[];

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
  const expecting = createExpecting(() => defaults());
  const stored = (name: keyof typeof personalSettings) => ({
    value: () =>
      (defaults() as Readonly<Record<string, unknown>> | undefined)?.[name] ?? personalSettings[name].default,
    save: (value: unknown) =>
      expecting([name], (expected) =>
        client.call('update-realm-user-settings-defaults', { [name]: value, expected } as Defaults),
      ),
  });
  return (
    <>
      <p class="muted">{o('defaultsHelp')}</p>
      <SettingGroup title={s('preferences')}>
        <For each={shown}>
          {(name) => {
            const own = stored(name);
            return <SettingControl name={name} stored={own} hasHelp={false} />;
          }}
        </For>
      </SettingGroup>
      <SettingGroup title={s('kindChannels')}>
        <For each={notifications}>
          {([name, title]) => {
            const { value, save } = stored(name);
            return <ToggleSetting label={s(title)} value={() => value() === true} save={save} />;
          }}
        </For>
      </SettingGroup>
    </>
  );
}

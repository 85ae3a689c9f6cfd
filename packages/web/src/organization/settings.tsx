import { limits } from '@parley/rules/limits';
import { createMemo, createSignal, Show } from 'solid-js';
import { createAsking } from '../forms/asking.tsx';
import { RetentionEffect } from '../forms/retention-effect.tsx';
import { ChoiceSetting, NumberSetting, PickSetting, SettingGroup, TextSetting } from '../forms/setting.tsx';
import { weekdayOf } from '../i18n/format.ts';
import { attempt } from '../model/actions.ts';
import { channelName, compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { roles, useField, useIsAdministrator, useRole } from '../model/self.ts';
import { showToast } from '../model/toasts.ts';
import { limitInWords, offeredLimits } from './durations.ts';
import { realmSetting } from './realm-setting.ts';
import { RealmToggle } from './realm-toggle.tsx';
import { o } from './texts.ts';

/** Renders the settings of the organization with their explanations. */
export default function SettingsSection() {
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <Show when={!isAdministrator()}>
        <p class="muted">{o('onlyAdministrators')}</p>
      </Show>
      <Messages />
      <SettingGroup title={o('identity')}>
        <RealmToggle name="name_changes_disabled" />
        <RealmToggle name="require_unique_names" help="require_unique_names_help" />
        <RealmToggle name="avatar_changes_disabled" />
        <RealmToggle name="email_changes_disabled" />
        <RealmToggle name="enable_guest_user_indicator" />
        <RealmToggle name="enable_guest_user_dm_warning" />
        <FullMembers />
      </SettingGroup>
      <SettingGroup title={o('privacy')}>
        <RealmToggle name="enable_read_receipts" help="enable_read_receipts_help" />
        <RealmToggle name="presence_disabled" />
        <RealmToggle name="message_content_allowed_in_email_notifications" />
        <RealmToggle
          name="allow_replies_from_other_addresses"
          help="allow_replies_from_other_addresses_help"
        />
        <RealmToggle name="require_e2ee_push_notifications" help="require_e2ee_push_notifications_help" />
        <RealmToggle name="enable_spectator_access" />
      </SettingGroup>
      <Digests />
      <Announcements />
      <Languages />
      <Welcome />
      <Calls />
    </>
  );
}

type LimitName =
  | 'message_content_edit_limit_seconds'
  | 'message_content_delete_limit_seconds'
  | 'move_messages_within_stream_limit_seconds'
  | 'move_messages_between_streams_limit_seconds';

function Limit(props: { name: LimitName }) {
  const setting = realmSetting(props.name);
  const isAdministrator = useIsAdministrator();
  const present = () => (setting.value() as number | null | undefined) ?? null;
  const values = createMemo(() => {
    const own = present();
    const all = new Set<number>(own === null ? offeredLimits : [...offeredLimits, own]);
    return [...[...all].sort((one, other) => one - other), null];
  });
  return (
    <ChoiceSetting<number | null>
      label={o(props.name)}
      isDisabled={!isAdministrator()}
      value={present}
      save={(seconds) => setting.save(seconds ?? 'unlimited')}
      options={values().map((seconds) => ({ value: seconds, label: limitInWords(seconds) }))}
    />
  );
}

function Messages() {
  const isAdministrator = useIsAdministrator();
  const history = realmSetting('message_edit_history_visibility_policy');
  const topics = realmSetting('topics_policy');
  const emptyTopic = realmSetting('empty_topic_display_name');
  return (
    <SettingGroup title={o('messages')}>
      <RealmToggle name="allow_message_editing" />
      <Limit name="message_content_edit_limit_seconds" />
      <Limit name="message_content_delete_limit_seconds" />
      <Limit name="move_messages_within_stream_limit_seconds" />
      <Limit name="move_messages_between_streams_limit_seconds" />
      <ChoiceSetting
        label={o('message_edit_history_visibility_policy')}
        isDisabled={!isAdministrator()}
        value={() => history.value() as 'all' | 'moves' | 'none'}
        save={history.save}
        options={[
          { value: 'all', label: o('historyAll') },
          { value: 'moves', label: o('historyMoves') },
          { value: 'none', label: o('historyNone') },
        ]}
      />
      <ChoiceSetting
        label={o('topics_policy')}
        isDisabled={!isAdministrator()}
        value={() => topics.value() as 'allow_empty_topic' | 'disable_empty_topic'}
        save={topics.save}
        options={[
          { value: 'allow_empty_topic', label: o('topicsAllowed') },
          { value: 'disable_empty_topic', label: o('topicsRequired') },
        ]}
      />
      <TextSetting
        label={o('empty_topic_display_name')}
        isRequired
        maxLength={limits.topicLength}
        isDisabled={!isAdministrator()}
        value={() => String(emptyTopic.value() ?? '')}
        save={emptyTopic.save}
      />
      <Retention />
      <RealmToggle name="inline_image_preview" />
      <MediaSize />
      <RealmToggle name="inline_url_embed_preview" help="inline_url_embed_preview_help" />
      <RealmToggle name="remove_image_positions" help="remove_image_positions_help" />
    </SettingGroup>
  );
}

/** Renders the size of previews of pictures and videos. */
function MediaSize() {
  const size = realmSetting('media_preview_size');
  const isAdministrator = useIsAdministrator();
  return (
    <ChoiceSetting<100 | 150 | 200>
      label={o('media_preview_size')}
      isDisabled={!isAdministrator()}
      value={() => size.value() ?? 100}
      save={size.save}
      options={([100, 150, 200] as const).map((value) => ({ value, label: `${value} %` }))}
    />
  );
}

const retentionDays = [30, 90, 180, 365, 730, 1_825];

function Retention() {
  const retention = realmSetting('message_retention_days');
  const role = useRole();
  const asking = createAsking();
  const present = () => Number(retention.value() ?? -1);
  const values = () =>
    [...new Set([...retentionDays, ...(present() > 0 ? [present()] : [])])].sort((one, other) => one - other);
  const change = (days: number) => {
    const save = () => retention.save(days < 0 ? 'unlimited' : days);
    if (days < 0) return save();
    return asking.ask(
      {
        title: o('retentionAsk'),
        body: o('retentionMore', { count: days }),
        more: () => <RetentionEffect days={days} />,
        button: o('retentionButton'),
        stored: present,
      },
      save,
    );
  };
  return (
    <>
      <ChoiceSetting<number>
        label={o('message_retention_days')}
        help={o('retentionHelp')}
        isDisabled={role() > roles.owner}
        value={present}
        save={change}
        options={[
          { value: -1, label: o('retentionForever') },
          ...values().map((count) => ({ value: count, label: o('limitDays', { count }) })),
        ]}
      />
      <asking.Question />
    </>
  );
}

function FullMembers() {
  const threshold = realmSetting('waiting_period_threshold');
  const isAdministrator = useIsAdministrator();
  return (
    <NumberSetting
      label={o('waiting_period_threshold')}
      least={0}
      most={limits.settingDays}
      isDisabled={!isAdministrator()}
      value={() => Number(threshold.value() ?? 0)}
      save={threshold.save}
    />
  );
}

/** An arbitrary Monday, from which the names of weekdays are formatted. */
const someMonday = Date.UTC(2024, 0, 1);

function Digests() {
  const isOn = realmSetting('digest_emails_enabled');
  const weekday = realmSetting('digest_weekday');
  const isAdministrator = useIsAdministrator();
  const nameOf = (day: number) => weekdayOf(someMonday / 1000 + day * 86_400);
  return (
    <SettingGroup title={o('digests')}>
      <RealmToggle name="digest_emails_enabled" help="digest_emails_enabled_help" />
      <Show when={isOn.value()}>
        <ChoiceSetting<number>
          label={o('digest_weekday')}
          isDisabled={!isAdministrator()}
          value={() => Number(weekday.value() ?? 1)}
          save={weekday.save}
          options={[0, 1, 2, 3, 4, 5, 6].map((day) => ({ value: day, label: nameOf(day) }))}
        />
      </Show>
    </SettingGroup>
  );
}

type ChannelSettingName =
  | 'new_stream_announcements_stream_id'
  | 'signup_announcements_stream_id'
  | 'moderation_request_channel_id';

function Announcements() {
  const { store } = useParley();
  const channels = useDerived([store.channels.channels], () =>
    [...store.channels.channels.values()]
      .filter((channel) => !channel.is_archived)
      .sort((one, other) => compareNames(one.name, other.name)),
  );
  const isAdministrator = useIsAdministrator();
  const Channel = (props: { name: ChannelSettingName; isPrivate?: boolean; help?: string }) => {
    const setting = realmSetting(props.name);
    const present = () => Number(setting.value() ?? -1);
    return (
      <PickSetting
        label={o(props.name)}
        help={props.help}
        isDisabled={!isAdministrator()}
        value={present}
        save={setting.save}
        chosen={() => (present() > 0 ? `#${channelName(store, present())}` : o('noChannel'))}
        items={() => [
          { id: -1, label: o('noChannel') },
          ...channels()
            .filter((channel) => channel.invite_only === (props.isPrivate ?? false))
            .map((channel) => ({ id: channel.stream_id, label: `#${channel.name}` })),
        ]}
      />
    );
  };
  return (
    <SettingGroup title={o('announcements')}>
      <Channel name="new_stream_announcements_stream_id" />
      <Channel name="signup_announcements_stream_id" />
      <Channel name="moderation_request_channel_id" isPrivate help={o('moderationHelp')} />
      <RealmToggle name="send_channel_events_messages" />
    </SettingGroup>
  );
}

function Languages() {
  const language = realmSetting('default_language');
  const code = realmSetting('default_code_block_language');
  const isAdministrator = useIsAdministrator();
  return (
    <SettingGroup title={o('language')}>
      <ChoiceSetting<string>
        label={o('default_language')}
        isDisabled={!isAdministrator()}
        value={() => (String(language.value() ?? 'en').startsWith('de') ? 'de' : 'en')}
        save={language.save}
        options={[
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
        ]}
      />
      <TextSetting
        label={o('default_code_block_language')}
        help={o('default_code_block_language_help')}
        isDisabled={!isAdministrator()}
        value={() => String(code.value() ?? '')}
        save={code.save}
      />
    </SettingGroup>
  );
}

function Welcome() {
  const { client } = useParley();
  const text = realmSetting('welcome_message_custom_text');
  const isAdministrator = useIsAdministrator();
  const [isBusy, setBusy] = createSignal(false);
  const present = () => String(text.value() ?? '');
  const tryIt = async () => {
    setBusy(true);
    const sending = client.call('test-welcome-bot-custom-message', {
      welcome_message_custom_text: present(),
    });
    if (await attempt(sending)) showToast(o('triedWelcome'));
    setBusy(false);
  };
  return (
    <SettingGroup title={o('welcome')}>
      <RealmToggle name="send_welcome_emails" />
      <TextSetting
        label={o('welcome_message_custom_text')}
        help={o('welcome_message_help')}
        isLong
        maxLength={limits.welcomeMessageLength}
        isDisabled={!isAdministrator()}
        value={present}
        save={text.save}
      />
      <Show when={isAdministrator() && present() !== ''}>
        <div class="form-actions">
          <button type="button" class="button" disabled={isBusy()} onClick={() => void tryIt()}>
            {o('tryWelcome')}
          </button>
        </div>
      </Show>
    </SettingGroup>
  );
}

type Providers = Readonly<Record<string, { readonly name: string; readonly id: number }>>;

function Calls() {
  const provider = realmSetting('video_chat_provider');
  const jitsi = realmSetting('jitsi_server_url');
  const available = useField('realm_available_video_chat_providers');
  const isAdministrator = useIsAdministrator();
  const providers = () =>
    Object.values((available() ?? {}) as Providers).map(({ id, name }) => ({
      value: id,
      label: id === 0 ? o('noCalls') : name,
    }));
  return (
    <SettingGroup title={o('calls')}>
      <ChoiceSetting<number>
        label={o('video_chat_provider')}
        isDisabled={!isAdministrator()}
        value={() => Number(provider.value() ?? 0)}
        save={(id) => provider.save(id as 0 | 1 | 3 | 4 | 5)}
        options={providers()}
      />
      <Show when={provider.value() === 1}>
        <TextSetting
          label={o('jitsi_server_url')}
          help={o('jitsiHelp')}
          type="url"
          isDisabled={!isAdministrator()}
          value={() => String(jitsi.value() ?? '')}
          save={(url) => jitsi.save(url === '' ? 'default' : url)}
        />
      </Show>
    </SettingGroup>
  );
}

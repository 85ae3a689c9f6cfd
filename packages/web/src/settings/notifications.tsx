import { For, Show } from 'solid-js';
import { createPendingValue, createSaving, SaveMark } from '../forms/saving.tsx';
import { ChoiceSetting, SettingGroup } from '../forms/setting.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { listOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { channelName, compareNames } from '../model/names.ts';
import { type Override, overridesOf, personalSettingOfChannel } from '../model/overrides.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { useField } from '../model/self.ts';
import { useSetting } from '../model/settings.ts';
import { ownSetting, type SettingName } from './bound.ts';
import { OwnToggle } from './own-toggle.tsx';
import { s } from './texts.ts';

const kinds = [
  {
    title: 'kindPersonal',
    names: [
      'enable_desktop_notifications',
      'enable_sounds',
      'enable_offline_push_notifications',
      'enable_offline_email_notifications',
    ],
  },
  {
    title: 'kindFollowed',
    names: [
      'enable_followed_topic_desktop_notifications',
      'enable_followed_topic_audible_notifications',
      'enable_followed_topic_push_notifications',
      'enable_followed_topic_email_notifications',
    ],
  },
  {
    title: 'kindChannels',
    names: [
      'enable_stream_desktop_notifications',
      'enable_stream_audible_notifications',
      'enable_stream_push_notifications',
      'enable_stream_email_notifications',
    ],
  },
] as const;

const ways = ['onDesktop', 'bySound', 'byPush', 'byMail'] as const;

/** Renders the notification settings: which messages notify the person, by which medium, and with which sound. */
export default function NotificationsSection() {
  return (
    <>
      <Table />
      <SettingGroup title={s('sounds')}>
        <Sound />
        <OwnToggle
          name="pm_content_in_desktop_notifications"
          help="pm_content_in_desktop_notifications_help"
        />
        <OwnToggle name="enable_online_push_notifications" />
      </SettingGroup>
      <Mails />
      <Topics />
      <Channels />
    </>
  );
}

function Table() {
  return (
    <SettingGroup title={s('where')} help={s('whereHelp')}>
      <div class="table-scroll">
        <table class="choice-table">
          <thead>
            <tr>
              <td />
              <For each={ways}>{(way) => <th scope="col">{s(way)}</th>}</For>
            </tr>
          </thead>
          <tbody>
            <For each={kinds}>
              {(kind) => (
                <tr>
                  <th scope="row">{s(kind.title)}</th>
                  <For each={kind.names}>
                    {(name, index) => (
                      <td>
                        <Cell name={name} label={`${s(kind.title)}: ${s(ways[index()]!)}`} />
                      </td>
                    )}
                  </For>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
      <OwnToggle name="wildcard_mentions_notify" />
      <OwnToggle name="enable_followed_topic_wildcard_mentions_notify" />
    </SettingGroup>
  );
}

type FlagName = Extract<SettingName, `enable_${string}`>;

function Cell(props: { name: FlagName; label: string }) {
  const setting = ownSetting(props.name, false);
  const saving = createSaving();
  const wanted = createPendingValue(setting.value, saving, setting.save);
  return (
    <>
      <input
        type="checkbox"
        aria-label={props.label}
        checked={wanted.shown()}
        onChange={(event) => {
          const box = event.currentTarget;
          void wanted.change(box.checked).then(() => {
            box.checked = wanted.shown();
          });
        }}
      />
      <Show when={saving.state() === 'failed'}>
        <SaveMark saving={saving} />
      </Show>
    </>
  );
}

function Sound() {
  const sound = ownSetting('notification_sound', 'ding');
  return (
    <ChoiceSetting
      label={s('notification_sound')}
      {...sound}
      options={[
        { value: 'ding', label: 'Ding' },
        { value: 'zulip', label: s('soundTwo') },
        { value: 'none', label: s('soundNone') },
      ]}
    />
  );
}

const batchSeconds = [60, 120, 300, 600, 1_800, 3_600, 14_400];

function Mails() {
  const batching = ownSetting('email_notifications_batching_period_seconds', 120);
  const hasDigests = useField('realm_digest_emails_enabled');
  const naming = ownSetting('realm_name_in_email_notifications_policy', 1);
  const periods = () =>
    [...new Set([...batchSeconds, batching.value()])]
      .sort((one, other) => one - other)
      .map((seconds) => ({
        value: seconds,
        label:
          seconds < 3_600
            ? s('minutes', { count: Math.round(seconds / 6) / 10 })
            : s('hours', { count: Math.round(seconds / 360) / 10 }),
      }));
  return (
    <SettingGroup title={s('mails')}>
      <ChoiceSetting
        label={s('email_notifications_batching_period_seconds')}
        help={s('batchHelp')}
        {...batching}
        options={periods()}
      />
      <OwnToggle
        name="message_content_in_email_notifications"
        help="message_content_in_email_notifications_help"
      />
      <OwnToggle name="enable_login_emails" help="enable_login_emails_help" />
      <Show when={hasDigests()}>
        <OwnToggle name="enable_digest_emails" help="enable_digest_emails_help" />
      </Show>
      <ChoiceSetting
        label={s('realm_name_in_email_notifications_policy')}
        {...naming}
        options={[
          { value: 1, label: s('policyAutomatic') },
          { value: 2, label: s('policyAlways') },
          { value: 3, label: s('policyNever') },
        ]}
      />
    </SettingGroup>
  );
}

function Topics() {
  const following = ownSetting('automatically_follow_topics_policy', 1);
  const unmuting = ownSetting('automatically_unmute_topics_in_muted_streams_policy', 2);
  const options = () =>
    [
      { value: 1, label: s('whenParticipate') },
      { value: 2, label: s('whenSend') },
      { value: 3, label: s('whenStart') },
      { value: 4, label: s('never') },
    ] as const;
  return (
    <SettingGroup title={s('topics')}>
      <ChoiceSetting label={s('automatically_follow_topics_policy')} {...following} options={options()} />
      <ChoiceSetting
        label={s('automatically_unmute_topics_in_muted_streams_policy')}
        {...unmuting}
        options={options()}
      />
      <OwnToggle name="automatically_follow_topics_where_mentioned" />
    </SettingGroup>
  );
}

const overrideNames = {
  desktop_notifications: 'onDesktop',
  audible_notifications: 'bySound',
  push_notifications: 'byPush',
  email_notifications: 'byMail',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;

function Channels() {
  const parley = useParley();
  const { store, client } = parley;
  const { channels } = store;
  const defaults = new Map(
    Object.values(personalSettingOfChannel).map((name) => [name, useSetting<boolean>(name)] as const),
  );
  const defaultOf = (name: Override['personalSetting']) => defaults.get(name)!() ?? false;
  const all = useDerived([channels.subscriptions, channels.channels], () =>
    [...channels.subscriptions.entries()]
      .map(([id, settings]) => ({ id, overrides: overridesOf(settings, defaultOf) }))
      .filter(({ overrides }) => overrides.length > 0)
      .sort((one, other) => compareNames(channelName(store, one.id), channelName(store, other.id))),
  );
  const inWords = (overrides: readonly Override[]) =>
    listOf(overrides.map(({ name, value }) => `${s(overrideNames[name])}: ${s(value ? 'on' : 'off')}`));
  // The API does not accept null, so a reset copies the personal setting to the channel.
  const reset = (id: number, overrides: readonly Override[]) =>
    attempt(
      client.call('update-subscription-settings', {
        subscription_data: overrides.map(({ name, personalSetting }) => ({
          stream_id: id,
          property: name,
          value: defaultOf(personalSetting),
        })),
      }),
      t('notSaved'),
    );
  return (
    <SettingGroup title={s('perChannel')} help={s('perChannelHelp')}>
      <VirtualList
        label={s('perChannel')}
        items={all()}
        rowRem={3.25}
        maxRem={26}
        fallback={<p class="muted">{s('noOverrides')}</p>}
        row={({ id, overrides }) => (
          <>
            <a class="row-main" href={`#channels/${id}/personal`} data-list-item>
              <span dir={directionOf(channelName(store, id))}>#{channelName(store, id)}</span>
              <span class="muted">{inWords(overrides)}</span>
            </a>
            <button
              type="button"
              class="button"
              aria-label={`${s('useDefaults')}: #${channelName(store, id)}`}
              onClick={() => void reset(id, overrides)}
            >
              {s('useDefaults')}
            </button>
          </>
        )}
      />
    </SettingGroup>
  );
}

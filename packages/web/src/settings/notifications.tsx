import { createEffect, For, Show } from 'solid-js';
import { EntryLink } from '../forms/entries.tsx';
import { createPendingValue, createSaving, SaveMark } from '../forms/saving.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { listOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { channelName, compareNames } from '../model/names.ts';
import {
  type Override,
  overridesOf,
  personalSettingOfChannel,
} from '../model/notifications/channel-overrides.ts';
import { deviceTimezone } from '../model/notifications/quiet-times.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { useSetting as useStored } from '../model/settings.ts';
import { settingsOf } from './sections.ts';
import { OwnSetting, SubjectSettings } from './setting.tsx';
import { s } from './texts.ts';
import { useSetting } from './use-setting.ts';

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
      <QuietTimes />
      <Table />
      <SubjectSettings subject="sounds" />
      <SubjectSettings subject="mails" />
      <SubjectSettings subject="topics" />
      <Channels />
    </>
  );
}

/** Renders the pause, and quiet hours and days in the person's time zone. */
function QuietTimes() {
  const parley = useParley();
  const { store, client } = parley;
  const self = useEntry(store.people.users, () => store.people.selfId);
  const timezone = () => self()?.timezone || deviceTimezone();
  const hasHours = useStored<boolean>('quiet_hours_enabled');
  const days = useStored<number>('quiet_days');
  // The server knows only the time zone of the account, so quiet times need one there.
  createEffect(() => {
    if ((hasHours() || (days() ?? 0) > 0) && self()?.timezone === '')
      void attempt(parley, client.call('update-settings', { timezone: deviceTimezone() }));
  });
  return <SubjectSettings subject="quiet" help={s('quietHelp', { zone: timezone() })} />;
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
      <For each={settingsOf('mentions')}>{(name) => <OwnSetting name={name} />}</For>
    </SettingGroup>
  );
}

type FlagName = (typeof kinds)[number]['names'][number];

function Cell(props: { name: FlagName; label: string }) {
  const setting = useSetting(props.name);
  const saving = createSaving();
  const wanted = createPendingValue(setting.value, saving, setting.save);
  return (
    <>
      <label class="choice-cell">
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
      </label>
      <Show when={saving.state() === 'failed'}>
        <SaveMark saving={saving} />
      </Show>
    </>
  );
}

const overrideNames = {
  desktop_notifications: 'onDesktop',
  audible_notifications: 'bySound',
  push_notifications: 'byPush',
  email_notifications: 'byMail',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;

/** Returns the channels whose notifications differ from the personal settings. Call it inside a component. */
function createOverrides() {
  const parley = useParley();
  const { store, client } = parley;
  const { channels } = store;
  const defaults = new Map(
    Object.values(personalSettingOfChannel).map((name) => [name, useStored<boolean>(name)] as const),
  );
  const defaultOf = (name: Override['personalSetting']) => defaults.get(name)?.() ?? false;
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
      parley,
      client.call('update-subscription-settings', {
        subscription_data: overrides.map(({ name, personalSetting }) => ({
          stream_id: id,
          property: name,
          value: defaultOf(personalSetting),
        })),
      }),
      t('notSaved'),
    );
  return { all, inWords, reset };
}

function Channels() {
  const { store } = useParley();
  const { all, inWords, reset } = createOverrides();
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
            <EntryLink href={`#channels/${id}/personal`} name={`#${channelName(store, id)}`}>
              <span class="muted">{inWords(overrides)}</span>
            </EntryLink>
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

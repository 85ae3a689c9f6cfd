import type { ChannelId } from '@parley/client';
import { createUniqueId, For, Show } from 'solid-js';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { ChoiceSetting, SettingGroup, ToggleSetting } from '../forms/setting.tsx';
import {
  type ChannelNotification,
  personalSettingOfChannel,
} from '../model/notifications/channel-overrides.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { useSetting } from '../model/settings.ts';
import { c } from './texts.ts';

const names = Object.keys(personalSettingOfChannel) as ChannelNotification[];

/** Renders the person's own settings of a channel. */
export default function Personal(props: { channelId: ChannelId }) {
  const { store, client } = useParley();
  const settings = useEntry(store.channels.subscriptions, () => props.channelId);
  const save = (property: string, value: boolean | string) =>
    client.call('update-subscription-settings', {
      subscription_data: [{ stream_id: props.channelId, property, value }],
    });
  return (
    <Show when={settings()} fallback={<p class="muted">{c('joinFirst')}</p>}>
      <SettingGroup title={c('personal')}>
        <Color value={() => settings()?.color ?? '#888888'} save={(color) => save('color', color)} />
        <ToggleSetting
          label={c('pin')}
          value={() => settings()?.pin_to_top ?? false}
          save={(value) => save('pin_to_top', value)}
        />
        <ToggleSetting
          label={c('mute')}
          help={c('muteHelp')}
          value={() => settings()?.is_muted ?? false}
          save={(value) => save('is_muted', value)}
        />
      </SettingGroup>
      <SettingGroup title={c('notifications')}>
        <For each={names}>
          {(name) => (
            <Notification
              name={name}
              stored={() => settings()?.[name] ?? null}
              save={(value) => save(name, value)}
            />
          )}
        </For>
      </SettingGroup>
    </Show>
  );
}

function Notification(props: {
  name: ChannelNotification;
  stored: () => boolean | null;
  save: (value: boolean) => Promise<unknown>;
}) {
  const { name, stored } = props;
  const otherwise = useSetting<boolean>(personalSettingOfChannel[name]);
  return (
    <ChoiceSetting<boolean | null>
      label={c(name)}
      value={stored}
      save={async (value) => {
        if (value !== null) await props.save(value);
      }}
      options={[
        // Offers the default only while the channel has no value of its own, because a channel cannot return to the
        // default (docs/api/channels.md).
        ...(stored() === null
          ? [{ value: null, label: c('asDefault', { value: c(otherwise() ? 'on' : 'off') }) }]
          : []),
        { value: true, label: c('on') },
        { value: false, label: c('off') },
      ]}
    />
  );
}

function Color(props: { value: () => string; save: (color: string) => Promise<unknown> }) {
  const id = createUniqueId();
  const saving = createSaving();
  return (
    <div class="setting">
      <div class="setting-words">
        <label for={id}>{c('color')}</label>
      </div>
      <div class="setting-control">
        <input
          type="color"
          class="input color-field"
          id={id}
          value={props.value()}
          onChange={(event) => {
            const color = event.currentTarget.value;
            void saving.run(() => props.save(color));
          }}
        />
        <SaveMark saving={saving} />
      </div>
    </div>
  );
}

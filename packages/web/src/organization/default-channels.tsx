import { For } from 'solid-js';
import { useField } from '../forms/self.ts';
import { SettingGroup } from '../forms/setting.tsx';
import { attempt } from '../model/actions.ts';
import { channelName, compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { showToast } from '../ui/toasts.tsx';
import { RemoveButton } from './entry-buttons.tsx';
import { o } from './texts.ts';

/** Lists the channels to which new people are subscribed, and changes them. */
export default function DefaultChannelsSection() {
  const { client, store } = useParley();
  const ids = useField('realm_default_streams');
  const isDefault = (id: number) => ids()?.includes(id) ?? false;
  const offered = useDerived([store.channels.channels], () =>
    [...store.channels.channels.values()]
      .filter((channel) => !channel.is_archived && !channel.invite_only)
      .sort((one, other) => compareNames(one.name, other.name)),
  );
  const add = (id: number) => attempt(client.call('add-default-stream', { stream_id: id }));
  const remove = async (id: number) => {
    if (!(await attempt(client.call('remove-default-stream', { stream_id: id })))) return;
    showToast(o('removed', { name: `#${channelName(store, id)}` }), { undo: () => void add(id) });
  };
  return (
    <SettingGroup title={o('defaultChannels')} help={o('defaultChannelsHelp')}>
      <select
        class="input"
        aria-label={o('addChannel')}
        onChange={(event) => {
          const id = Number(event.currentTarget.value);
          event.currentTarget.value = '';
          if (id > 0) void add(id);
        }}
      >
        <option value="">{o('addChannel')}</option>
        <For each={offered().filter((channel) => !isDefault(channel.stream_id))}>
          {(channel) => <option value={channel.stream_id}>{channel.name}</option>}
        </For>
      </select>
      <ul class="plain-list">
        <For
          each={offered().filter((channel) => isDefault(channel.stream_id))}
          fallback={<li class="muted">{o('noDefaultChannels')}</li>}
        >
          {(channel) => (
            <li>
              <ChannelIcon channel={channel} />
              <a class="row-main" href={`#channels/${channel.stream_id}/general`}>
                <span dir="auto">{channel.name}</span>
                <span class="muted">{o('subscriberCount', { count: channel.subscriber_count })}</span>
              </a>
              <RemoveButton name={channel.name} onClick={() => void remove(channel.stream_id)} />
            </li>
          )}
        </For>
      </ul>
    </SettingGroup>
  );
}

import { Hash } from 'lucide';
import { EmptyNote, EntryLink } from '../../forms/entries.tsx';
import { SettingGroup } from '../../forms/setting.tsx';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { attempt } from '../../model/actions.ts';
import { channelName, compareNames } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import { useField } from '../../model/self.ts';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { RemoveButton } from '../removing.tsx';
import { o } from '../texts.ts';

/** Returns the public channels, and which of them are defaults. Call it inside a component. */
function createDefaultChannels() {
  const parley = useParley();
  const { client, store } = parley;
  const ids = useField('realm_default_streams');
  const isDefault = (id: number) => ids()?.includes(id) ?? false;
  const offered = useDerived([store.channels.channels], () =>
    [...store.channels.channels.values()]
      .filter((channel) => !channel.is_archived && !channel.invite_only)
      .sort((one, other) => compareNames(one.name, other.name)),
  );
  const add = (id: number) => attempt(parley, client.call('add-default-stream', { stream_id: id }));
  const remove = async (id: number) => {
    if (!(await attempt(parley, client.call('remove-default-stream', { stream_id: id })))) return;
    parley.toasts.show(o('removed', { name: `#${channelName(store, id)}` }), { undo: () => void add(id) });
  };
  return { offered, isDefault, add, remove };
}

/** Lists the channels to which new people are subscribed, and changes them. */
export default function DefaultChannelsSection() {
  const { offered, isDefault, add, remove } = createDefaultChannels();
  return (
    <SettingGroup isPage title={o('defaultChannels')} help={o('defaultChannelsHelp')}>
      <PickField
        label={o('addChannel')}
        placeholder={o('addChannel')}
        items={() =>
          offered()
            .filter((channel) => !isDefault(channel.stream_id))
            .map((channel) => ({ id: channel.stream_id, label: channel.name }))
        }
        onPick={(id) => void add(id)}
      />
      <VirtualList
        label={o('defaultChannels')}
        items={offered().filter((channel) => isDefault(channel.stream_id))}
        rowRem={3.25}
        maxRem={32.5}
        fallback={<EmptyNote icon={Hash}>{o('noDefaultChannels')}</EmptyNote>}
        row={(channel) => (
          <>
            <ChannelIcon channel={channel} />
            <EntryLink href={`#channels/${channel.stream_id}/general`} name={channel.name}>
              <span class="muted">{o('subscriberCount', { count: channel.subscriber_count })}</span>
            </EntryLink>
            <RemoveButton name={channel.name} onClick={() => void remove(channel.stream_id)} />
          </>
        )}
      />
    </SettingGroup>
  );
}

import type { ChannelId } from '@parley/client';
import { createUniqueId } from 'solid-js';
import { channelName, compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { PickField } from '../ui/pick-field.tsx';
import { n } from './texts.ts';

/** Stands for a direct message to the owner of the bot, as in the API. */
export const noChannel = 0;

/** Returns the name of where messages go. */
export function useChannelWords(): (channelId: ChannelId) => string {
  const { store } = useParley();
  return (channelId) => (channelId === noChannel ? n('toOwner') : `#${channelName(store, channelId)}`);
}

/** Returns the entries of a field that chooses where messages go: the owner of the bot, and all channels. */
export function useChannelItems() {
  const { store } = useParley();
  const channels = useDerived([store.channels.channels], () =>
    [...store.channels.channels.values()]
      .filter((channel) => !channel.is_archived)
      .sort((one, other) => compareNames(one.name, other.name)),
  );
  return () => [
    { id: noChannel, label: n('toOwner') },
    ...channels().map((channel) => ({ id: channel.stream_id, label: `#${channel.name}` })),
  ];
}

/** Renders the field that chooses where the messages of a new webhook go. A bot may post where its owner may. */
export function ChannelField(props: { value: number; onChange: (channelId: ChannelId) => void }) {
  const id = createUniqueId();
  const items = useChannelItems();
  const words = useChannelWords();
  return (
    <div class="field">
      <label class="label" for={id}>
        {n('channel')}
      </label>
      <PickField id={id} chosen={words(props.value)} items={items} onPick={props.onChange} />
    </div>
  );
}

import type { ChannelId } from '@parley/client';
import { Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { channelName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { ChannelIcon } from './channel-icon.tsx';

/** Renders the name of a channel as a small label, with the channel's icon in its colour. */
export function ChannelLabel(props: { channelId: ChannelId }) {
  const { store } = useParley();
  const channel = useEntry(store.channels.channels, () => props.channelId);
  const name = () => channel()?.name ?? channelName(store, props.channelId);
  return (
    <span class="channel-label">
      <ChannelIcon channel={channel()} />
      <Show when={name()}>
        {(text) => (
          <span class="channel-label-name" dir={directionOf(text())}>
            {text()}
          </span>
        )}
      </Show>
    </span>
  );
}

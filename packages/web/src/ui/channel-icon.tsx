import type { Channel } from '@parley/client';
import { Globe, Lock } from 'lucide';
import { Show } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { Icon } from './icon.tsx';

/** Renders the icon of a channel in the channel's colour. The shape shows who may read the channel. */
export function ChannelIcon(props: { channel: Channel | undefined }) {
  const { store } = useParley();
  const subscription = useEntry(store.channels.subscriptions, () => props.channel?.stream_id);
  const icon = () => (props.channel?.invite_only ? Lock : props.channel?.is_web_public ? Globe : undefined);
  return (
    <span class="channel-icon" style={{ '--channel-color': subscription()?.color }} aria-hidden="true">
      {/* Most channels have a character as their icon, because dozens of SVG pictures would take longer to draw. */}
      <Show when={icon()} fallback="#">
        {(present) => <Icon of={present()} />}
      </Show>
    </span>
  );
}

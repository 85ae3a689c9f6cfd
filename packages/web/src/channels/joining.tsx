import type { Channel } from '@parley/client';
import { Show } from 'solid-js';
import { joinChannel } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { createLeaving } from './leaving.tsx';
import { useRights } from './rights.ts';
import { c } from './texts.ts';

export function JoinButton(props: { channel: Channel; isPrimary?: boolean }) {
  const parley = useParley();
  const rights = useRights(() => props.channel.stream_id);
  const leaving = createLeaving();
  return (
    <>
      <Show
        when={rights().isSubscribed}
        fallback={
          <Show when={rights().canJoin}>
            <button
              type="button"
              class="button"
              classList={{ 'is-primary': props.isPrimary ?? false }}
              aria-label={c('joinOf', { name: props.channel.name })}
              onClick={() => void joinChannel(parley, props.channel)}
            >
              {c('join')}
            </button>
          </Show>
        }
      >
        <button
          type="button"
          class="button is-plain"
          aria-label={c('leaveOf', { name: props.channel.name })}
          onClick={() => leaving.leave(props.channel)}
        >
          {c('leave')}
        </button>
      </Show>
      <leaving.Question />
    </>
  );
}

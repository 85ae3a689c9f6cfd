import type { Channel } from '@parley/client';
import { createSignal, type JSX, lazy, Show, Suspense } from 'solid-js';
import { leaveChannel } from '../model/actions.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { canReadUnsubscribed } from './rights.ts';

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'));

/** Leaves a channel and offers to undo that. Calls `ask` instead if the person could not join again and must confirm first. */
export function leaveOrAsk(parley: Parley, channel: Channel, ask: () => void): void {
  if (canReadUnsubscribed(parley.store, channel) && !channel.is_archived) void leaveChannel(parley, channel);
  else ask();
}

/** Returns `leave`, which offers to undo, or asks first (`Question`) if the person could not join again. */
export function createLeaving() {
  const parley = useParley();
  const [asked, setAsked] = createSignal<Channel>();
  return {
    leave(channel: Channel): void {
      leaveOrAsk(parley, channel, () => setAsked(channel));
    },
    Question: (): JSX.Element => (
      <Show when={asked()}>
        {(channel) => (
          <Suspense>
            <LeaveDialog channel={channel()} onClose={() => setAsked(undefined)} />
          </Suspense>
        )}
      </Show>
    ),
  };
}

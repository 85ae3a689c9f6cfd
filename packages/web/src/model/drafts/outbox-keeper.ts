/** Saves unsent messages on this device, so that they survive a reload. */
import type { OutgoingMessage } from '@parley/client';
import { onCleanup } from 'solid-js';
import type { LocalOutgoing } from '../local-store.ts';
import type { Parley } from '../parley.tsx';

const lockOf = (windowId: string): string => `parley-outbox-${windowId}`;

/** Mirrors the outbox (the unsent messages) to this device. Sends messages that earlier pages left unsent. */
export function keepOutbox(parley: Parley): void {
  const { store, connection } = parley;
  const windowId = `${Date.now()}-${Math.random()}`;
  const { messages } = store.outbox;
  // Holds a lock until this page closes. While the lock exists, other windows do not send this page's messages. Browsers
  // support locks only on secure origins.
  const untilClosed = new Promise<void>((resolve) => onCleanup(resolve));
  void navigator.locks?.request(lockOf(windowId), () => untilClosed);
  const stop = messages.watchAll((changed) => {
    for (const localId of changed) {
      const message = messages.get(localId);
      const isUnsent = message !== undefined && message.state !== 'sent';
      void parley.device.writeOutgoing(localId, isUnsent ? localOf(message, windowId) : undefined);
    }
  });
  onCleanup(stop);
  void abandoned(parley).then((found) => connection.restore(found.map(outgoingOf)));
}

/** Returns the unsent messages of closed pages, in the order in which the person sent them. */
async function abandoned(parley: Parley): Promise<LocalOutgoing[]> {
  const all = await parley.device.readOutbox();
  if (all.length === 0) return [];
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const present = new Set(held.map(({ name }) => name));
  return all
    .filter(({ windowId }) => !present.has(lockOf(windowId)))
    .sort((one, other) => one.timestamp - other.timestamp || numberOf(one) - numberOf(other));
}

/** Returns the sequence number of a message, which is the end of its local ID. */
const numberOf = ({ localId }: LocalOutgoing): number => Number(localId.split('.').at(-1));

const localOf = ({ error, ...message }: OutgoingMessage, windowId: string): LocalOutgoing => ({
  ...message,
  ...(error && { refusal: error.message }),
  windowId,
});

const outgoingOf = ({ refusal, windowId: _windowId, ...message }: LocalOutgoing): OutgoingMessage => ({
  ...message,
  ...(refusal !== undefined && { error: new Error(refusal) }),
});

import { sendSignal } from '@parley/event-log';
import { Event, Origin } from '@parley/proto/events/v1/event';
import { until } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { put, type Servers, startServers } from './harness.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers?.[Symbol.asyncDispose]());

const typing = (n: number) =>
  Event.fromPartial({
    kind: `messaging.typing.${n}`,
    origin: Origin.SIGNAL,
    fact: { value: { $case: 'typingSignalled', typingSignalled: { senderId: n } } },
  });

it('publishes signals in the log, and drops other events and excess signals', async () => {
  const place = await servers.place('signals');
  const relay = await place.relay();
  const { seen } = place.follow();
  await place.client((client) => put(client, 1));
  await until('an event', () => seen.length === 1);
  sendSignal(place.nats, place.name, 'typing', typing(1));
  await until('the signal', () => seen.length === 2);
  expect(seen[1]!.transactionId).toBe(0);
  expect(seen[1]!.event.fact?.value).toMatchObject({
    $case: 'typingSignalled',
    typingSignalled: { senderId: 1 },
  });

  // A service that stores data in the database may not send its events as signals.
  sendSignal(place.nats, place.name, 'typing', { ...typing(2), origin: Origin.MESSAGING });
  const dropped = async () => {
    const text = await (await fetch(`http://127.0.0.1:${relay.opsPort}/metrics`)).text();
    return Number(/^parley_relay_signals_dropped_total (.+)$/m.exec(text)?.[1]);
  };
  await until('the drop to be counted', async () => (await dropped()) === 1);

  let next = 3;
  const flood = async () => {
    for (let n = 0; n < 5_000; n++) sendSignal(place.nats, place.name, 'typing', typing(next++));
    await place.nats.flush();
    return (await dropped()) > 1;
  };
  await until('excess signals to be dropped', flood);
  await place.client((client) => put(client, 2));
  await until('a committed event among the signals', () => seen.some((event) => event.assignedId === 2));

  // Signals are ephemeral, and NATS drops some of them on a busy machine. So the last signal is sent repeatedly.
  const senderIds = () =>
    seen.flatMap(({ event: { fact } }) =>
      fact?.value?.$case === 'typingSignalled' ? [fact.value.typingSignalled.senderId] : [],
    );
  const afterFlood = next;
  await until('a later signal to be merged', () => {
    sendSignal(place.nats, place.name, 'typing', typing(next++));
    return senderIds().some((id) => id >= afterFlood);
  });
  expect(senderIds()).toHaveLength(new Set(senderIds()).size);
});

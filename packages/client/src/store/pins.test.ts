import { describe, expect, it } from 'vitest';
import { event, registration } from '../../test/registration.ts';
import type { Registration } from '../objects.ts';
import { Store } from './store.ts';

function loaded(): Store {
  const store = new Store();
  store.load(registration() as unknown as Registration);
  store.pins.receive(
    1,
    [8, 5].map((id) => ({ message_id: id, topic: 'plans', user_id: 2, pinned_at: 1 })),
  );
  return store;
}
const pinned = (op: 'add' | 'remove', id: number, channelId = 1) =>
  event({ type: 'pin', op, message_id: id, stream_id: channelId, user_id: 2, pinned_at: 2 });

describe('pins', () => {
  it('follow the server, the latest first, for channels whose pins were loaded', () => {
    const store = loaded();
    store.apply([pinned('add', 9), pinned('remove', 8), pinned('add', 3, 2)]);
    expect(store.pins.ofChannel.get(1)).toEqual([9, 5]);
    expect([store.pins.isPinned(1, 9), store.pins.isPinned(1, 8), store.pins.isPinned(2, 3)]).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it('end with their message, and are loaded again when messages move to another channel', () => {
    const store = loaded();
    const stale: number[] = [];
    store.pins.onStale = (channelId) => stale.push(channelId);
    store.apply([
      event({
        type: 'delete_message',
        message_ids: [8],
        message_type: 'stream',
        stream_id: 1,
        topic: 'plans',
      }),
      event({
        type: 'update_message',
        message_id: 5,
        message_ids: [5],
        flags: [],
        stream_id: 1,
        new_stream_id: 2,
      }),
    ]);
    expect(store.pins.ofChannel.get(1)).toEqual([5]);
    expect(stale).toEqual([1]);
  });
});

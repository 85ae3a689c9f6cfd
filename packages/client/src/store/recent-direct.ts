import type { UserId } from '../ids.ts';
import type { Registration } from '../objects.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import { directPlace, type PlaceKey, placeKey, placeOf } from '../place.ts';
import type { Handlers } from './handlers.ts';

/** A direct conversation and its newest message. */
export type RecentDirect = { readonly userIds: readonly UserId[]; readonly newestId: number };

export class RecentDirects {
  readonly conversations: ObservableMap<PlaceKey, RecentDirect>;
  #selfId = 0;

  constructor(batch: Batch) {
    this.conversations = new ObservableMap(batch);
  }

  load(initial: Registration): void {
    this.#selfId = initial.user_id ?? 0;
    const recent = initial.recent_private_conversations ?? [];
    this.conversations.replaceAll(
      recent.map(({ user_ids: others, max_message_id: newestId }) => {
        const place = directPlace(others, this.#selfId);
        return [placeKey(place), { userIds: place.userIds, newestId }];
      }),
    );
  }

  readonly handlers = {
    message: ({ message }) => {
      const place = placeOf(message, this.#selfId);
      if (place.kind === 'direct') {
        this.conversations.set(placeKey(place), { userIds: place.userIds, newestId: message.id });
      }
    },
  } satisfies Handlers;
}

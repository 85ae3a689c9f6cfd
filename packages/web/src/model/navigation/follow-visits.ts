/** Remembers on this device which conversations the person opens, so that the switcher offers them first. */
import type { ChannelId, Narrow, Place, UserId } from '@parley/client';
import { createEffect, on, onCleanup } from 'solid-js';
import { Debouncer } from '../../lib/timing/debouncer.ts';
import { channelOfNarrow, placeOfNarrow } from '../../router/router.ts';
import type { Parley } from '../parley.tsx';

const writtenAfterMs = 2_000;

/** By what visits of a conversation are remembered. */
export const visitOfPlace = (place: Place): string => JSON.stringify(place);

/** By what visits of a channel are remembered. */
export const visitOfChannel = (channelId: ChannelId): string => `channel ${channelId}`;

/** Returns the conversation that a visit was of; undefined for other visits. */
export function placeOfVisit(visit: string): Place | undefined {
  return visit.startsWith('{') ? JSON.parse(visit) : undefined;
}

/** Returns what the view of a narrow is a visit of: a conversation, and its channel. */
function visitsOf(narrow: Narrow, selfId: UserId): string[] {
  const place = placeOfNarrow(narrow, selfId);
  const channelId = channelOfNarrow(narrow);
  return [
    ...(channelId !== undefined && narrow.length <= 2 ? [visitOfChannel(channelId)] : []),
    ...(place ? [visitOfPlace(place)] : []),
  ];
}

/** Remembers visits from now on, with those of earlier days. Call it inside a component. */
export function followVisits(parley: Parley): void {
  const { visits } = parley;
  const writing = new Debouncer();
  void parley.device.read('visits').then((records) => visits.load(records ?? []));
  createEffect(
    on(parley.router.route, (present) => {
      if (present.view !== 'messages') return;
      const now = Date.now();
      const changed = visitsOf(present.narrow, parley.store.people.selfId).map((visit) =>
        visits.add(visit, now),
      );
      if (changed.includes(true))
        writing.start(writtenAfterMs, () => void parley.device.write('visits', visits.records()));
    }),
  );
  onCleanup(() => writing.stop());
}

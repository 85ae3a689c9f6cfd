/** The current view, as the navigation marks it. It changes one frame after the view, so that the view itself is drawn first. */
import { type PlaceKey, placeKey } from '@parley/client';
import { createSelector } from 'solid-js';
import { createAfterFrame } from '../lib/timing/after-frame.ts';
import type { Parley } from '../model/parley.tsx';
import { part } from '../model/parts.ts';
import { placeOfNarrow, type Route } from '../router/router.ts';

const marks = part(({ router, store }) => {
  const { value: route } = createAfterFrame(() => router.route());
  const isShown = createSelector((): PlaceKey | undefined => {
    const present = route();
    const place =
      present.view === 'messages' ? placeOfNarrow(present.narrow, store.people.selfId) : undefined;
    return place && placeKey(place);
  });
  return { route, isShown };
});

/** Returns the route of the view that the navigation marks. */
export const shownRoute = (parley: Parley): Route => marks(parley).route();

/** Returns whether the navigation marks a place. A change of the view updates only the former and the new one. */
export const isPlaceShown = (parley: Parley, key: PlaceKey): boolean => marks(parley).isShown(key);

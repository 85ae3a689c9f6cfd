/**
 * The current view, as the navigation marks it. It changes one frame after the view, so that the view itself is drawn first.
 */
import { type PlaceKey, placeKey } from '@parley/client';
import { type Accessor, createRoot, createSelector } from 'solid-js';
import { createAfterFrame } from '../lib/after-frame.ts';
import { placeOfNarrow, type Route, route } from '../router/router.ts';

/** The route of the view that the navigation marks. */
export const shownRoute: Accessor<Route> = createRoot(() => createAfterFrame(route).value);

function shownKey(): PlaceKey | undefined {
  const present = shownRoute();
  const place = present.view === 'messages' ? placeOfNarrow(present.narrow) : undefined;
  return place && placeKey(place);
}

/**
 * Returns whether the navigation marks a topic or direct conversation. A change of the view updates only the former and the new
 * place.
 */
export const isPlaceShown: (key: PlaceKey) => boolean = createRoot(() => createSelector(shownKey));

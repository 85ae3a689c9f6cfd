/** The present view for the marks of the navigation. It follows after the frame that shows the view itself. */
import { type PlaceKey, placeKey } from '@parley/client';
import { type Accessor, createRoot, createSelector } from 'solid-js';
import { placeOfNarrow, type Route, route } from '../router.ts';
import { createAfterFrame } from '../ui/after-frame.ts';

/** Returns the view that the navigation marks. */
export const shownRoute: Accessor<Route> = createRoot(() => createAfterFrame(route).value);

function shownKey(): PlaceKey | undefined {
  const present = shownRoute();
  const place = present.view === 'messages' ? placeOfNarrow(present.narrow) : undefined;
  return place && placeKey(place);
}

/**
 * Returns whether the navigation marks a place. A navigation re-evaluates only the places that it leaves and enters.
 */
export const isPlaceShown: (key: PlaceKey) => boolean = createRoot(() => createSelector(shownKey));

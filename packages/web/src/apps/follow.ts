/** Follows what apps send to this person. A part of the first load: it shows nothing by itself. */
import { createSignal, onCleanup } from 'solid-js';
import type { Parley } from '../model/parley.tsx';
import { part } from '../model/parts.ts';
import {
  type AppEvent,
  type AppState,
  afterAppEvent,
  emptyAppState,
  withoutEphemeral,
  withoutView,
  withView,
} from './app-events.ts';
import type { View } from './block-parts/shapes.ts';
import { forgetCommands } from './commands/known-commands.ts';
import { ownPressesOf } from './presses/presses-of-client.ts';

/** Messages of apps for one person, and the forms that are open in this window. */
const states = part(() => createSignal<AppState>(emptyAppState));

/** Returns the messages of apps for this person, and the forms that are open in this window. */
export const appState = (parley: Parley): AppState => states(parley)[0]();

/** Follows the events of apps. Call it inside a component. */
export function followApps(parley: Parley): void {
  const [, setState] = states(parley);
  const presses = ownPressesOf(parley);
  setState(emptyAppState);
  onCleanup(
    parley.connection.onEvent((event) => {
      const { type } = event as { type: string };
      if (type === 'apps') forgetCommands(parley);
      if (type !== 'ephemeral_message' && type !== 'app_view') return;
      setState((before) => afterAppEvent(before, event as unknown as AppEvent, (id) => presses.has(id)));
    }),
  );
}

/** Takes a message for this person away. */
export function dismissEphemeral(parley: Parley, id: string): void {
  const [, setState] = states(parley);
  setState((before) => ({ ...before, messages: withoutEphemeral(before.messages, id) }));
}

/** Shows a form: in place of the one with its ID, or else over the open ones. */
export function showView(parley: Parley, view: View): void {
  states(parley)[1]((before) => withView(before, view));
}

/** Closes a form in this window. The one below is shown again. */
export function hideView(parley: Parley, id: string): void {
  states(parley)[1]((before) => withoutView(before, id));
}

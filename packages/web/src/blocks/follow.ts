/** Follows what apps send to this person. A part of the first load: it shows nothing by itself. */
import { createSignal, onCleanup } from 'solid-js';
import type { Parley } from '../model/parley.tsx';
import {
  type AppEvent,
  type AppState,
  afterAppEvent,
  emptyAppState,
  withoutEphemeral,
} from './app-events.ts';
import { forgetCommands } from './known-commands.ts';
import { isOwnPress } from './own-presses.ts';
import type { View } from './shapes.ts';

const [state, setState] = createSignal<AppState>(emptyAppState);

/** Messages of apps for this person, and the form that is open in this window. */
export { state as appState };

/** Follows the events of apps. Call it inside a component. */
export function followApps({ connection }: Parley): void {
  setState(emptyAppState);
  onCleanup(
    connection.onEvent((event) => {
      const { type } = event as { type: string };
      if (type === 'apps') forgetCommands();
      if (type !== 'ephemeral_message' && type !== 'app_view') return;
      setState((before) => afterAppEvent(before, event as unknown as AppEvent, isOwnPress));
    }),
  );
}

/** Takes a message for this person away. */
export const dismissEphemeral = (id: string): void =>
  void setState((before) => ({ ...before, messages: withoutEphemeral(before.messages, id) }));

/** Shows another form in place of the open one, or none. */
export const showView = (view: View | undefined): void => void setState((before) => ({ ...before, view }));

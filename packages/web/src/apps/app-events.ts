/** What apps send to one person: messages that are kept nowhere, and forms. Both last as long as the window. */
import type { View } from './block-parts/shapes.ts';

export type Ephemeral = {
  readonly id: string;
  readonly sender_id: number;
  readonly sender_full_name: string;
  readonly type: 'stream' | 'private';
  readonly stream_id?: number;
  readonly topic?: string;
  readonly user_ids?: readonly number[];
  readonly content: string;
  readonly rendered_content: string;
  readonly blocks: View['blocks'];
  readonly timestamp: number;
};

export type AppEvent =
  | { readonly type: 'ephemeral_message'; readonly op: 'add' | 'update'; readonly message: Ephemeral }
  | { readonly type: 'ephemeral_message'; readonly op: 'remove'; readonly message_id: string }
  | { readonly type: 'app_view'; readonly op: 'open'; readonly view: View; readonly press_id: string }
  | { readonly type: 'app_view'; readonly op: 'update'; readonly view: View }
  | { readonly type: 'app_view'; readonly op: 'close'; readonly view_id: string };

export type AppState = {
  /** Messages for this person alone, in the order in which they came. */
  readonly messages: readonly Ephemeral[];
  /** The forms that are open in this window, each over the one before. */
  readonly views: readonly View[];
};

export const emptyAppState: AppState = { messages: [], views: [] };

/** Maximum number of messages for one person in a window. The oldest go first. */
const maxMessages = 50;

/**
 * Returns the state after an event.
 * @param isOwn returns whether this window has sent a press: forms that others have asked for are not shown here
 */
export function afterAppEvent(
  state: AppState,
  event: AppEvent,
  isOwn: (pressId: string) => boolean,
): AppState {
  if (event.type === 'ephemeral_message') return { ...state, messages: messagesAfter(state.messages, event) };
  switch (event.op) {
    case 'open':
      return isOwn(event.press_id) ? withView(state, event.view) : state;
    case 'update':
      return state.views.some(({ id }) => id === event.view.id) ? withView(state, event.view) : state;
    case 'close':
      return withoutView(state, event.view_id);
  }
}

/** Returns the state with a form: in place of the one with its ID, or else over all others. */
export function withView(state: AppState, view: View): AppState {
  const isOpen = state.views.some(({ id }) => id === view.id);
  const views = isOpen
    ? state.views.map((each) => (each.id === view.id ? view : each))
    : [...state.views, view];
  return { ...state, views };
}

export const withoutView = (state: AppState, id: string): AppState => ({
  ...state,
  views: state.views.filter((each) => each.id !== id),
});

function messagesAfter(
  messages: readonly Ephemeral[],
  event: Extract<AppEvent, { type: 'ephemeral_message' }>,
): readonly Ephemeral[] {
  if (event.op === 'remove') return withoutEphemeral(messages, event.message_id);
  const { message } = event;
  // An update of a message that was dismissed does not bring it back.
  if (event.op === 'update') return messages.map((each) => (each.id === message.id ? message : each));
  return [...withoutEphemeral(messages, message.id), message].slice(-maxMessages);
}

export const withoutEphemeral = (messages: readonly Ephemeral[], id: string): readonly Ephemeral[] =>
  messages.filter((each) => each.id !== id);

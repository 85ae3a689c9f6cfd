import { type MessageList, type Narrow, narrowKey, placeKey } from '@parley/client';
import { createEffect, createMemo, createRoot, createSignal, getOwner, on, onCleanup } from 'solid-js';
import { whenIdle } from '../lib/timing/idle.ts';
import { setActiveSelection } from '../messages/active-selection.ts';
import type { AddressState } from '../model/navigation/follow-address.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { placeOfNarrow } from '../router/router.ts';
import { Conversation } from './conversation.tsx';

/** Maximum number of conversations to keep, including the visible one. */
const maxKept = 10;

/** Selects menus and dialogs. All of them are children of `body`, even those that a message opens. */
const layers = '[role="menu"], [role="dialog"]';

type Kept = {
  /** Identifies the narrow and the message at which it starts. It changes when the topic moves as a whole. */
  key: string;
  readonly near: number | undefined;
  readonly element: HTMLElement;
  readonly list: MessageList;
  /** Whether the conversation can be shown again. It cannot if its address names a message at which to start. */
  readonly isReusable: boolean;
  setShown(isShown: boolean): void;
  setNarrow(narrow: Narrow): void;
  dispose(): void;
};

const keyOf = (narrow: Narrow, near: number | undefined): string => `${narrowKey(narrow)} ${near ?? ''}`;

type Create = (key: string, narrow: Narrow, near: number | undefined) => Kept;

/** The conversations that were shown lately. One of them may be on view. */
class KeptConversations {
  readonly #parley: Parley;
  readonly #create: Create;
  /** In the order in which they were last shown. */
  readonly #all = new Map<string, Kept>();
  #present: Kept | undefined;

  constructor(parley: Parley, create: Create) {
    this.#parley = parley;
    this.#create = create;
  }

  /** Shows a conversation in `frame` instead of the one on view. */
  show(frame: HTMLElement, narrow: Narrow, near: number | undefined): void {
    if (this.#keepMoved(narrow, near)) return;
    this.hide(narrow);
    const all = this.#all;
    const key = keyOf(narrow, near);
    // The store evicts message lists without watchers. A conversation whose list was evicted is created again, and so is one that
    // starts at a given message.
    const known = all.get(key);
    if (known && (!known.isReusable || known.list !== this.#listOf(narrow))) this.#drop(key);
    const next = all.get(key) ?? this.#create(key, narrow, near);
    all.delete(key);
    all.set(key, next);
    frame.replaceChildren(next.element);
    this.#present = next;
    next.setShown(true);
    for (const each of [...all.keys()].slice(0, -maxKept)) this.#drop(each);
  }

  /** Hides the conversation on view. Its dialog stays open if the conversation `next` continues it, because its topic moved. */
  hide(next?: Narrow): void {
    const parley = this.#parley;
    const left = this.#present;
    this.#present = undefined;
    const place = next && placeOfNarrow(next, parley.store.people.selfId);
    if (!place || !parley.positions.continuesReading(placeKey(place))) parley.dialogs.close();
    setActiveSelection(parley, undefined);
    if (!left) return;
    left.setShown(false);
    left.element.remove();
    // An open menu or popover may belong to this conversation, and would stay above the next view. Disposing of the conversation
    // closes it.
    if (document.querySelector(layers)) {
      this.#all.delete(left.key);
      left.dispose();
    }
  }

  dispose(): void {
    for (const { dispose } of this.#all.values()) dispose();
  }

  /**
   * Keeps the conversation on view, if it is that of the narrow because its topic moved: then the store has moved its list along, and
   * whatever floats over its messages stays.
   */
  #keepMoved(narrow: Narrow, near: number | undefined): boolean {
    const { positions, store } = this.#parley;
    const present = this.#present;
    const place = placeOfNarrow(narrow, store.people.selfId);
    if (!present || !place || present.near !== near) return false;
    if (present.list !== this.#listOf(narrow)) return false;
    const key = keyOf(narrow, near);
    this.#all.delete(present.key);
    this.#drop(key);
    present.key = key;
    this.#all.set(key, present);
    present.setNarrow(narrow);
    positions.takeReading(placeKey(place));
    return true;
  }

  #drop(key: string): void {
    const kept = this.#all.get(key);
    this.#all.delete(key);
    if (kept) whenIdle(() => kept.dispose());
  }

  #listOf(narrow: Narrow): MessageList {
    return this.#parley.connection.history.list(narrow);
  }
}

/**
 * Keeps the elements of recently shown conversations outside of the document, so that returning to one of them shows it in the
 * next frame. Hidden conversations cost no layout and are invisible to assistive technology. Returns a component that shows a
 * conversation.
 * @param address what is known of the message to which the present address refers
 */
export function createConversations(address: AddressState) {
  const parley = useParley();
  const owner = getOwner();
  const kept = new KeptConversations(parley, (key, narrow, near) =>
    createRoot((dispose) => {
      const [isShown, setShown] = createSignal(false);
      const [present, setNarrow] = createSignal(narrow);
      const element = (
        <Conversation narrow={present()} near={near} isShown={isShown()} address={address} />
      ) as HTMLElement;
      const list = parley.connection.history.list(narrow);
      return { key, near, element, list, isReusable: near === undefined, setShown, setNarrow, dispose };
    }, owner),
  );
  onCleanup(() => kept.dispose());

  return function Stage(props: { narrow: Narrow; near: number | undefined }) {
    let frame!: HTMLDivElement;
    const key = createMemo(() => keyOf(props.narrow, props.near));
    let isHere = true;
    // A microtask within an effect runs after rendering, so the list can measure and scroll the rows that it renders.
    createEffect(
      on(key, (wanted) => {
        queueMicrotask(() => {
          if (isHere && wanted === key()) kept.show(frame, props.narrow, props.near);
        });
      }),
    );
    onCleanup(() => {
      isHere = false;
      kept.hide();
    });
    return <div class="conversations" ref={frame} />;
  };
}

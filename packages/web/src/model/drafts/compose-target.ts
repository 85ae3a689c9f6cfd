/** Requests from other parts of the client to the compose box: write to a place, quote a text, take the focus. */
import type { Place } from '@parley/client';
import { type Accessor, createSignal, onCleanup } from 'solid-js';

export type ComposeRequest = {
  /** Where to write to. Without it, the box keeps its recipients. */
  readonly place?: Place | 'new-topic' | 'new-direct';
  /** Text to insert at the cursor. */
  readonly insert?: string;
};

/** Functions of the compose box that other parts call directly. */
export type Box = {
  /** Whether the text of the box is addressed to this place. */
  writesTo(place: Place): boolean;
  /**
   * Addresses the text of the box to another place if it is addressed to `from`, whose messages have moved. Returns whether it has
   * a text for that place.
   */
  follow(from: Place, to: Place): boolean;
  /** Inserts a text. The focus stays where it is. */
  insert(text: string): void;
};

/** Maximum age of a request, in milliseconds, when a view with a compose box opens. */
const openingMs = 5_000;

/** Passes requests to the compose box on view, or to the next one that opens. */
export class ComposeRequests {
  /** The last request to the box on view. */
  readonly present: Accessor<ComposeRequest | undefined>;
  /** Whether a view shows an open box. */
  readonly isOpen: Accessor<boolean>;
  readonly #setOpen: (isOpen: boolean) => void;
  readonly #setPresent: (request: ComposeRequest) => void;
  readonly #open: (href: string) => void;
  #box: Box | undefined;
  /** The last request that no compose box has taken. The next box that opens takes it, unless it is too old. */
  #pending: { readonly request: ComposeRequest; readonly at: number } | undefined;

  /** @param open opens an address of the client */
  constructor(open: (href: string) => void) {
    const [present, setPresent] = createSignal<ComposeRequest | undefined>(undefined, { equals: false });
    this.present = present;
    this.#setPresent = setPresent;
    [this.isOpen, this.#setOpen] = createSignal(false);
    this.#open = open;
  }

  /** Passes a request to the compose box of the current view, or else to the next one that opens. */
  ask(asked: ComposeRequest): void {
    if (this.#box) {
      this.#setPresent(asked);
      return;
    }
    this.#pending = { request: asked, at: Date.now() };
    // Callers that name a conversation or only want the focus open the view themselves. For other requests, the inbox opens.
    const isAnywhere = typeof asked.place === 'string' || (!asked.place && asked.insert !== undefined);
    if (isAnywhere) this.#open('#inbox');
  }

  /**
   * Makes a compose box the receiver of requests while the calling component is shown. Returns the pending request; undefined without
   * one.
   */
  register(next: Box): ComposeRequest | undefined {
    this.#box = next;
    onCleanup(() => {
      if (this.#box === next) this.#box = undefined;
    });
    const waiting = this.#pending;
    this.#pending = undefined;
    return waiting && Date.now() - waiting.at < openingMs ? waiting.request : undefined;
  }

  /** Says that a box is open while the calling component is shown. */
  keepOpen(): void {
    this.#setOpen(true);
    onCleanup(() => this.#setOpen(false));
  }

  /** Returns the compose box of the current view; undefined without one. */
  box(): Box | undefined {
    return this.#box;
  }
}

/** Saves the text of a compose box as the draft of its place. This module knows neither DOM nor server. */
import { type Place, placeKey } from '@parley/client';
import { Debouncer } from '../../lib/timing/debouncer.ts';

const localDelayMs = 300;
const serverDelayMs = 2_500;

/** What the server has as the draft of a place. */
export type DraftOnServer = {
  /** Undefined without a draft. */
  readonly id: number | undefined;
  /** Empty without a draft. */
  readonly content: string;
  /** Whether this page has stored the text. */
  readonly isOwn: boolean;
};

/** Where drafts are stored: on this device and on the server. An empty text deletes a draft. */
export type DraftStorage = {
  /** Returns the newest draft of a place, from this device or the server; an empty text without one. */
  read(place: Place): Promise<string>;
  onServer(place: Place): DraftOnServer;
  /** Returns whether the server has a draft, for whatever place. */
  isKept(id: number): boolean;
  saveHere(place: Place, content: string): void;
  saveOnServer(place: Place, content: string): void;
  /** Saves a draft on this device, and then on the server. */
  save(place: Place, content: string): void;
  /**
   * Saves what `change` makes of the stored draft. No other change, and no `read`, comes between its reading and its saving on this device.
   */
  update(place: Place, kind: SaveKind, change: (stored: string) => string): void;
};

/** How a draft is saved: the name of the function that does it. */
export type SaveKind = 'saveHere' | 'saveOnServer' | 'save';

/** Where the text of the box was last saved, and the draft that is stored there beside it. */
type Saved = {
  readonly place: Place;
  /** A draft that the box does not show. Undefined until it has been read. */
  beside: string | undefined;
  /** A draft that has moved here together with the text. */
  carried: string;
  /** Whether the box meanwhile shows that draft, or its text has moved away. A change that still waits then changes nothing. */
  isOver: boolean;
};

const savedAt = (place: Place, beside: string | undefined): Saved => ({
  place,
  beside,
  carried: '',
  isOver: false,
});

/** Joins a stored draft and a text that follows it. */
export const joinedDraft = (draft: string, text: string): string =>
  draft.trim() === '' || text.trim() === '' ? draft + text : `${draft.replace(/\n?$/, '\n')}${text}`;

/**
 * Saves the text of one compose box. A text may be addressed to a place that already has a draft, or be typed before the place's draft
 * is loaded. That draft is never overwritten: it is stored together with the text, and alone when the text is sent or moves on.
 */
export class DraftKeeper {
  readonly #storage: DraftStorage;
  readonly #local = new Debouncer();
  readonly #server = new Debouncer();
  #saved: Saved | undefined;

  constructor(storage: DraftStorage) {
    this.#storage = storage;
  }

  /** Returns the newest draft of a place, from this device or the server. */
  read(place: Place): Promise<string> {
    return this.#storage.read(place);
  }

  /** As `DraftStorage.onServer`. */
  onServer(place: Place): DraftOnServer {
    return this.#storage.onServer(place);
  }

  /** As `DraftStorage.isKept`. */
  isKept(id: number): boolean {
    return this.#storage.isKept(id);
  }

  /** Records the place whose draft the compose box shows; undefined for a box that shows another place next. */
  begin(place: Place | undefined): void {
    const before = this.#saved;
    if (before && place && placeKey(before.place) === placeKey(place)) before.isOver = true;
    this.#saved = place && savedAt(place, '');
  }

  /** Saves a text after a short pause in typing. An empty text deletes the draft. */
  change(place: Place, content: string): void {
    this.#local.start(localDelayMs, () => this.#store('saveHere', place, content));
    this.#server.start(serverDelayMs, () => this.#store('saveOnServer', place, content));
  }

  /** Saves a text on this device immediately, because the page may be closed. */
  flushHere(place: Place, content: string): void {
    this.#local.stop();
    this.#store('saveHere', place, content);
  }

  /** Saves a text immediately on this device and on the server, before the box shows another place. */
  flush(place: Place, content: string): void {
    this.#local.stop();
    this.#server.stop();
    this.#store('save', place, content);
  }

  /** Saves a text whose conversation has moved, together with its draft, from one place to another. */
  move(from: Place, to: Place, content: string): void {
    const before = this.#saved;
    if (before && placeKey(before.place) === placeKey(from)) {
      before.isOver = true;
      const next = savedAt(to, before.beside);
      this.#saved = next;
      if (before.beside !== undefined) this.#storage.save(from, '');
      else {
        this.#storage.update(from, 'save', (stored) => {
          next.carried = stored;
          return '';
        });
      }
    }
    this.change(to, content);
  }

  #store(kind: SaveKind, place: Place, content: string): void {
    const saved = this.#moveTo(place);
    if (saved.beside !== undefined) {
      this.#storage[kind](place, joinedDraft(saved.beside, content));
      return;
    }
    this.#storage.update(place, kind, (stored) => {
      if (saved.isOver) return stored;
      saved.beside ??= joinedDraft(stored, saved.carried);
      return joinedDraft(saved.beside, content);
    });
  }

  /** Records the place of the text, and deletes the draft that the text had under its former place. */
  #moveTo(place: Place): Saved {
    const before = this.#saved;
    if (before && placeKey(before.place) === placeKey(place)) return before;
    const saved = savedAt(place, undefined);
    this.#saved = saved;
    if (before?.beside !== undefined) this.#storage.save(before.place, before.beside);
    else if (before) this.#storage.update(before.place, 'save', (stored) => before.beside ?? stored);
    return saved;
  }
}

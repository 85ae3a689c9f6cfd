/** Drafts (unsent texts). They are saved on this device after a short pause in typing, and on the server after a longer one. */
import { type Place, placeKey } from '@parley/client';
import { onCleanup } from 'solid-js';
import { Debouncer } from '../lib/debouncer.ts';
import { presentBox } from './compose-target.ts';
import { type LocalDraft, readDraft, readDrafts, writeDraft } from './local-store.ts';
import { mayHaveSession, type Parley } from './parley.tsx';
import { draftOnServer, isDraftAwaited, isOwnContent, readdressDraft, storeDraft } from './server-drafts.ts';

const localDelayMs = 300;
const serverDelayMs = 2_500;
const eventArrivesWithinSeconds = 10;

/** Returns the text to save; an empty one for a text without visible characters, which deletes the draft. */
const textToSave = (content: string): string => (content.trim() === '' ? '' : content);

/** The last change of any draft on the server. Each change waits for the previous one. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Saves the draft of a place (a topic or direct conversation) on the server, or deletes it there. After a failure,
 * `keepDraftsSynced` tries again when the state of the connection next changes and the client is online.
 */
function saveOnServer(parley: Parley, place: Place, content: string): Promise<void> {
  const mine = last.then(async () => {
    const text = textToSave(content);
    await storeDraft(parley, place, text);
    const key = placeKey(place);
    const local = await readDraft(key);
    if (local?.content === text)
      await writeDraft(key, text === '' ? undefined : { ...local, isOnServer: true });
  });
  last = mine.catch(() => undefined);
  return mine.catch(() => undefined);
}

/** Saves the draft of a place on this device. An empty text stays saved until the server has deleted the draft too. */
async function keepHere(parley: Parley, place: Place, content: string): Promise<void> {
  const key = placeKey(place);
  const text = textToSave(content);
  if (text === '' && !draftOnServer(parley, place) && !(await readDraft(key))) return;
  const timestamp = Math.floor(Date.now() / 1000);
  await writeDraft(key, { place, content: text, timestamp, isOnServer: false });
}

/** Returns the drafts whose last change the server has not stored yet. The text of a deleted draft is empty. */
export const unsyncedDrafts = async (): Promise<LocalDraft[]> =>
  (await readDrafts()).filter(({ isOnServer }) => !isOnServer);

/** Whenever the client is online again, sends the changes and deletions of drafts that the server has not stored yet. */
export function keepDraftsSynced(parley: Parley): void {
  const { state } = parley.connection;
  const sync = async () => {
    if (state.get().phase !== 'online') return;
    for (const { place, content } of await unsyncedDrafts()) await saveOnServer(parley, place, content);
  };
  onCleanup(state.watch(() => void sync()));
  void sync();
}

/** Returns the newest draft of a place, from this device or the server; an empty text without one. */
async function readNewest(parley: Parley, place: Place): Promise<string> {
  const local = await readDraft(placeKey(place));
  const onServer = draftOnServer(parley, place);
  const isNewest = local !== undefined && local.timestamp >= (onServer?.timestamp ?? 0);
  // A saved draft that the server no longer lists was deleted on another device, unless the event of its creation has yet to
  // arrive. Another tab may have created it.
  const isDeleted =
    local?.isOnServer &&
    !onServer &&
    !isDraftAwaited(parley, place) &&
    Date.now() / 1000 - local.timestamp > eventArrivesWithinSeconds;
  return isNewest && !isDeleted ? local.content : (onServer?.content ?? '');
}

/** Saves the draft of a place on this device and on the server. An empty text deletes it. */
export async function keepDraft(parley: Parley, place: Place, content: string): Promise<void> {
  await keepHere(parley, place, content);
  // After a sign-out, the local store is closed and the server refuses requests.
  if (mayHaveSession()) await saveOnServer(parley, place, content);
}

/**
 * Moves the draft of a place to the place where its conversation is now, on this device and on the server. If both places have a
 * draft, both texts stay: on this device one after the other, on the server as two drafts.
 */
export async function moveDraft(parley: Parley, from: Place, to: Place): Promise<void> {
  const moving = last.then(() => readdressDraft(parley, from, to));
  last = moving.catch(() => undefined);
  const [former, present] = await Promise.all([readDraft(placeKey(from)), readDraft(placeKey(to))]);
  if (former) {
    const isJoined = former.content !== '' && present !== undefined && present.content !== '';
    const content = isJoined ? `${present.content}\n${former.content}` : former.content;
    await writeDraft(placeKey(to), {
      ...former,
      place: to,
      content,
      isOnServer: former.isOnServer && !isJoined,
    });
    await writeDraft(placeKey(from), undefined);
  }
  await moving.catch(() => undefined);
}

/** Adds a text to the unsent message for a place: in the compose box while it writes to that place, otherwise in the draft. */
export async function addToDraft(parley: Parley, place: Place, text: string): Promise<void> {
  const box = presentBox();
  if (box?.writesTo(place)) {
    box.insert(text);
    return;
  }
  const before = await readNewest(parley, place);
  await keepDraft(parley, place, before === '' ? text : `${before.replace(/\n?$/, '\n')}${text}`);
}

/** Saves the text of the compose box as the draft of its place. */
export class DraftKeeper {
  readonly #parley: Parley;
  readonly #local = new Debouncer();
  readonly #server = new Debouncer();
  /**
   * The place under which the text was last saved. It differs from the current place after the person changes the recipients.
   */
  #saved: Place | undefined;

  constructor(parley: Parley) {
    this.#parley = parley;
  }

  /** Returns the newest draft of a place, from this device or the server. */
  read(place: Place): Promise<string> {
    return readNewest(this.#parley, place);
  }

  /** Returns the text of a place's draft on the server, empty without a draft, and whether this page has stored that text. */
  onServer(place: Place): { content: string; isOwn: boolean } {
    const draft = draftOnServer(this.#parley, place);
    return { content: draft?.content ?? '', isOwn: draft !== undefined && isOwnContent(this.#parley, draft) };
  }

  /** Records the place whose draft the compose box shows; undefined for an empty box. */
  begin(place: Place | undefined): void {
    this.#saved = place;
  }

  /** Saves a text after a short pause in typing. An empty text deletes the draft. */
  change(place: Place, content: string): void {
    this.#local.start(localDelayMs, () => {
      this.#moveTo(place);
      void keepHere(this.#parley, place, content);
    });
    this.#server.start(serverDelayMs, () => void saveOnServer(this.#parley, place, content));
  }

  /** Saves a text on this device immediately, because the page may be closed. */
  flushHere(place: Place, content: string): void {
    this.#local.stop();
    void keepHere(this.#parley, place, content);
  }

  /** Saves a text immediately on this device and on the server, before the box shows another place. */
  flush(place: Place, content: string): void {
    this.#local.stop();
    this.#server.stop();
    this.#moveTo(place);
    void keepDraft(this.#parley, place, content);
  }

  /** Records the place of the text, and deletes the draft that the text had under its former place. */
  #moveTo(place: Place): void {
    const before = this.#saved;
    this.#saved = place;
    if (before && placeKey(before) !== placeKey(place)) void keepDraft(this.#parley, before, '');
  }
}

/** Drafts (unsent texts). They are saved on this device after a short pause in typing, and on the server after a longer one. */
import { type Place, placeKey } from '@parley/client';
import { onCleanup } from 'solid-js';
import type { LocalDraft } from '../local-store.ts';
import type { Parley } from '../parley.tsx';
import { part } from '../parts.ts';
import { type DraftStorage, joinedDraft, type SaveKind } from './draft-keeper.ts';
import { draftOnServer, isDraftAwaited, isOwnContent, readdressDraft, storeDraft } from './server-drafts.ts';

const eventArrivesWithinSeconds = 10;

/** Returns the text to save; an empty one for a text without visible characters, which deletes the draft. */
const textToSave = (content: string): string => (content.trim() === '' ? '' : content);

/** What happens one after the other: the changes of all drafts on the server, and what depends on what is stored on this device. */
class DraftOrder {
  #onServer: Promise<unknown> = Promise.resolve();
  #here: Promise<unknown> = Promise.resolve();

  /** Changes a draft on the server after all changes before. */
  onServer(act: () => Promise<void>): Promise<void> {
    const mine = this.#onServer.then(act);
    this.#onServer = mine.catch(() => undefined);
    return mine;
  }

  /** Reads or changes a draft on this device after all that was asked before. */
  here<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.#here.then(act);
    this.#here = mine.catch(() => undefined);
    return mine;
  }
}

const orderOf = part(() => new DraftOrder());

/** Stores the draft of a place on the server, or deletes it there, and notes that here. Must be called in the order of `onServer`. */
async function storeAndNote(parley: Parley, place: Place, text: string): Promise<void> {
  const { device } = parley;
  const key = placeKey(place);
  await storeDraft(parley, place, text);
  await orderOf(parley).here(async () => {
    const local = await device.readDraft(key);
    if (local?.content === text)
      await device.writeDraft(key, text === '' ? undefined : { ...local, isOnServer: true });
  });
}

/**
 * Saves the draft of a place (a topic or direct conversation) on the server, or deletes it there. After a failure,
 * `keepDraftsSynced` tries again when the state of the connection next changes and the client is online.
 */
const saveOnServer = (parley: Parley, place: Place, content: string): Promise<void> =>
  orderOf(parley)
    .onServer(() => storeAndNote(parley, place, textToSave(content)))
    .catch(() => undefined);

/**
 * Saves the draft of a place on this device. An empty text stays saved until the server has deleted the draft too. Nothing is read
 * first: the page may be closed at once, and a sent text must not come back.
 */
function writeHere({ device }: Parley, place: Place, content: string): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1000);
  return device.writeDraft(placeKey(place), {
    place,
    content: textToSave(content),
    timestamp,
    isOnServer: false,
  });
}

/** As `writeHere`, after all that was asked before, so that whoever reads the draft next has this text. */
const keepHere = (parley: Parley, place: Place, content: string): Promise<void> =>
  orderOf(parley).here(() => writeHere(parley, place, content));

/** Returns the drafts whose last change the server has not stored yet. The text of a deleted draft is empty. */
export const unsyncedDrafts = async (parley: Parley): Promise<LocalDraft[]> =>
  (await orderOf(parley).here(() => parley.device.readDrafts())).filter(({ isOnServer }) => !isOnServer);

/** Stores the text that a draft has when it is its turn: it may have been changed since it was listed. */
const syncDraft = (parley: Parley, place: Place): Promise<void> =>
  orderOf(parley)
    .onServer(async () => {
      const local = await orderOf(parley).here(() => parley.device.readDraft(placeKey(place)));
      if (local && !local.isOnServer) await storeAndNote(parley, place, local.content);
    })
    .catch(() => undefined);

/** Whenever the client is online again, sends the changes and deletions of drafts that the server has not stored yet. */
export function keepDraftsSynced(parley: Parley): void {
  const { state } = parley.connection;
  const sync = async () => {
    if (state.get().phase !== 'online') return;
    for (const { place } of await unsyncedDrafts(parley)) await syncDraft(parley, place);
  };
  onCleanup(state.watch(() => void sync()));
  void sync();
}

/** Returns the newest draft of a place, from this device or the server; an empty text without one. */
async function readNewest(parley: Parley, place: Place): Promise<string> {
  const local = await parley.device.readDraft(placeKey(place));
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
  if (parley.mayHaveSession()) await saveOnServer(parley, place, content);
}

/**
 * Moves the draft of a place to the place where its conversation is now, on this device and on the server. If both places have a
 * draft, both texts stay: on this device one after the other, on the server as two drafts.
 */
export async function moveDraft(parley: Parley, from: Place, to: Place): Promise<void> {
  const moving = orderOf(parley).onServer(() => readdressDraft(parley, from, to));
  await orderOf(parley).here(() => moveHere(parley, from, to));
  await moving.catch(() => undefined);
}

async function moveHere({ device }: Parley, from: Place, to: Place): Promise<void> {
  const [former, present] = await Promise.all([
    device.readDraft(placeKey(from)),
    device.readDraft(placeKey(to)),
  ]);
  if (!former) return;
  const isKept = present !== undefined && present.content !== '';
  const content = isKept ? `${present.content}\n${former.content}` : former.content;
  const isOnServer = former.isOnServer && !isKept;
  // A draft that was deleted here takes nothing from the one that is there.
  if (!isKept || former.content !== '')
    await device.writeDraft(placeKey(to), { ...former, place: to, content, isOnServer });
  await device.writeDraft(placeKey(from), undefined);
}

/** Adds a text to the unsent message for a place: in the compose box while it writes to that place, otherwise in the draft. */
export async function addToDraft(parley: Parley, place: Place, text: string): Promise<void> {
  const box = parley.composing.box();
  if (box?.writesTo(place)) {
    box.insert(text);
    return;
  }
  await update(parley, place, 'save', (before) => joinedDraft(before, text));
}

/** Returns where the drafts of a session are stored, for a compose box. */
export const draftStorage = (parley: Parley): DraftStorage => ({
  read: (place) => orderOf(parley).here(() => readNewest(parley, place)),
  onServer(place) {
    const draft = draftOnServer(parley, place);
    return {
      id: draft?.id,
      content: draft?.content ?? '',
      isOwn: draft !== undefined && isOwnContent(parley, draft),
    };
  },
  isKept: (id) => parley.store.personal.drafts.has(id),
  saveHere: (place, content) => void keepHere(parley, place, content),
  saveOnServer: (place, content) => void saveOnServer(parley, place, content),
  save: (place, content) => void keepDraft(parley, place, content),
  update: (place, kind, change) => void update(parley, place, kind, change),
});

/** Changes a draft by what is stored. */
async function update(
  parley: Parley,
  place: Place,
  kind: SaveKind,
  change: (stored: string) => string,
): Promise<void> {
  const content = await orderOf(parley).here(async () => {
    const changed = change(await readNewest(parley, place));
    if (kind !== 'saveOnServer') await writeHere(parley, place, changed);
    return changed;
  });
  // After a sign-out, the local store is closed and the server refuses requests.
  if (kind !== 'saveHere' && parley.mayHaveSession()) await saveOnServer(parley, place, content);
}

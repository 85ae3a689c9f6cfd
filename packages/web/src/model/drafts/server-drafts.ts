/** The drafts that the server stores. */
import { ApiError, type Draft, directPlace, type Place, placeKey, type UserId } from '@parley/client';
import type { Parley } from '../parley.tsx';
import { part } from '../parts.ts';

/**
 * Returns the topic or direct conversation to which a draft is addressed; undefined for a draft without a kind of recipients. A
 * direct conversation may still have no people.
 */
export function placeOfDraft(draft: Pick<Draft, 'type' | 'to' | 'topic'>, selfId: UserId): Place | undefined {
  if (draft.type === 'stream' && draft.to[0] !== undefined) {
    return { kind: 'topic', channelId: draft.to[0], topic: draft.topic };
  }
  if (draft.type !== 'private') return undefined;
  return draft.to.length === 0 ? { kind: 'direct', userIds: [] } : directPlace(draft.to, selfId);
}

/** What this page has stored of a draft. */
type Stored = {
  readonly placeKey: string;
  /** The contents whose events have not arrived yet, in their order. An empty one stands for the deletion. */
  readonly awaited: string[];
  /** The content in the list of drafts, if it comes from this page; undefined otherwise. */
  listed: string | undefined;
};

/** Returns what this page has stored, by the ID of the draft. Drafts that no longer exist are left out. */
const storedDrafts = part(() => new Map<number, Stored>());

/** Records that the event of a change will arrive. An empty content stands for the deletion of the draft. */
function awaitEvent(parley: Parley, place: Place, id: number, content: string): void {
  const { drafts } = parley.store.personal;
  const all = storedDrafts(parley);
  const known = all.get(id);
  if (known) {
    known.awaited.push(content);
    return;
  }
  const stored: Stored = { placeKey: placeKey(place), awaited: [content], listed: undefined };
  all.set(id, stored);
  const unwatch = drafts.watch(id, () => {
    const listed = drafts.get(id)?.content;
    if (listed === undefined) {
      all.delete(id);
      unwatch();
      return;
    }
    const at = stored.awaited.indexOf(listed);
    stored.listed = at < 0 ? undefined : listed;
    stored.awaited.splice(0, at + 1);
  });
}

const isDeleted = (stored: Stored | undefined): boolean => stored?.awaited.at(-1) === '';

/** Returns the draft of a place, as the events that have arrived describe it. Leaves out drafts that this page has deleted. */
export function draftOnServer(parley: Parley, place: Place): Draft | undefined {
  const { personal, people } = parley.store;
  const key = placeKey(place);
  return [...personal.drafts.values()].find((draft) => {
    const itsPlace = placeOfDraft(draft, people.selfId);
    return itsPlace && placeKey(itsPlace) === key && !isDeleted(storedDrafts(parley).get(draft.id));
  });
}

/** Returns the ID of a draft of a place that this page has stored, if an event of it has not arrived yet. */
function awaitedDraft(parley: Parley, place: Place): number | undefined {
  const key = placeKey(place);
  for (const [id, stored] of storedDrafts(parley)) {
    if (stored.placeKey === key && stored.awaited.length > 0 && !isDeleted(stored)) return id;
  }
  return undefined;
}

/** Returns whether this page has stored a draft of a place whose event has not arrived yet. */
export const isDraftAwaited = (parley: Parley, place: Place): boolean =>
  awaitedDraft(parley, place) !== undefined;

/** Returns whether the content of a draft comes from this page, and not from another device. */
export const isOwnContent = (parley: Parley, { id, content }: Draft): boolean =>
  storedDrafts(parley).get(id)?.listed === content;

/**
 * Stores the draft of a place. An empty text deletes it.
 * @throws Error if the text is empty, and it is unknown whether there is a draft
 * @throws the errors of `Client.call`
 */
export async function storeDraft(parley: Parley, place: Place, content: string): Promise<void> {
  const { client, connection } = parley;
  const awaitedId = awaitedDraft(parley, place);
  const listed = draftOnServer(parley, place);
  const id = awaitedId ?? listed?.id;
  if (id === undefined) {
    if (content !== '') await createDraft(parley, place, content);
    // Without a connection, the list of drafts may lack this one. Because of the error, the deletion is tried again later.
    else if (connection.state.get().phase !== 'online') throw new Error('The list of drafts is not current');
    return;
  }
  // While an event is awaited, the server may have another content than the list.
  if (awaitedId === undefined && listed?.content === content) return;
  // The event may arrive before the answer.
  awaitEvent(parley, place, id, content);
  try {
    if (content === '') await client.call('delete-draft', { draft_id: id });
    else await client.call('edit-draft', { draft_id: id, draft: fieldsOf(place, content) });
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404;
    if (!isMissing) {
      if (content === '') storedDrafts(parley).get(id)?.awaited.pop();
      throw error;
    }
    // Another device has deleted the draft.
    if (!parley.store.personal.drafts.has(id)) storedDrafts(parley).delete(id);
    else if (content !== '') awaitEvent(parley, place, id, '');
    if (content !== '') await storeDraft(parley, place, content);
  }
}

/**
 * Addresses the draft of a place to another place. The draft keeps its ID and time, so that several devices can do this at once.
 * @throws the errors of `Client.call`
 */
export async function readdressDraft(parley: Parley, from: Place, to: Place): Promise<void> {
  const draft = draftOnServer(parley, from);
  if (!draft) return;
  storedDrafts(parley).delete(draft.id);
  const { id, content, timestamp } = draft;
  await parley.client.call('edit-draft', { draft_id: id, draft: { ...fieldsOf(to, content), timestamp } });
}

/** Creates a draft. `place` is undefined for a draft without recipients. */
export async function createDraft(parley: Parley, place: Place | undefined, content: string): Promise<void> {
  const { ids } = await parley.client.call('create-drafts', { drafts: [fieldsOf(place, content)] });
  const { drafts } = parley.store.personal;
  if (place) for (const id of ids) if (!drafts.has(id)) awaitEvent(parley, place, id, content);
}

function fieldsOf(place: Place | undefined, content: string) {
  const timestamp = Math.floor(Date.now() / 1000);
  if (!place) return { type: '' as const, to: [], topic: '', content, timestamp };
  return place.kind === 'topic'
    ? { type: 'stream' as const, to: [place.channelId], topic: place.topic, content, timestamp }
    : { type: 'private' as const, to: [...place.userIds], topic: '', content, timestamp };
}

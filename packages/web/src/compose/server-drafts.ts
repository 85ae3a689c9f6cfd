/** The drafts that the server stores. */
import { ApiError, type Draft, type Place, placeKey } from '@parley/client';
import type { Parley } from '../model/parley.tsx';

/** Returns the topic or direct conversation to which a draft is addressed; undefined while none is chosen. */
export function placeOfDraft(draft: Pick<Draft, 'type' | 'to' | 'topic'>, selfId: number): Place | undefined {
  if (draft.type === 'stream' && draft.to[0] !== undefined) {
    return { kind: 'topic', channelId: draft.to[0], topic: draft.topic };
  }
  if (draft.type !== 'private' || draft.to.length === 0) return undefined;
  const others = draft.to.filter((id) => id !== selfId).sort((one, other) => one - other);
  return { kind: 'direct', userIds: others.length > 0 ? others : [selfId] };
}

/** Returns the draft of a place, as the events that have arrived describe it. */
export function draftOnServer({ store }: Parley, place: Place): Draft | undefined {
  const key = placeKey(place);
  return [...store.personal.drafts.values()].find((draft) => {
    const itsPlace = placeOfDraft(draft, store.people.selfId);
    return itsPlace !== undefined && placeKey(itsPlace) === key;
  });
}

/** A change of a draft whose event has not arrived yet. `content` is empty if the draft was deleted. */
type Change = { readonly id: number; readonly content: string };

/** The last change that this page made to the draft of each place, until its event arrives. */
const changes = new WeakMap<Parley, Map<string, Change>>();

function changesOf(parley: Parley): Map<string, Change> {
  const known = changes.get(parley) ?? new Map<string, Change>();
  changes.set(parley, known);
  return known;
}

/** Remembers a change until its event has arrived, or the draft no longer exists. */
function remember(parley: Parley, place: Place, change: Change): void {
  const { drafts } = parley.store.personal;
  const [key, pending] = [placeKey(place), changesOf(parley)];
  const hasArrived = () => (drafts.get(change.id)?.content ?? '') === change.content;
  pending.delete(key);
  if (hasArrived()) return;
  pending.set(key, change);
  const unwatch = drafts.watch(change.id, () => {
    if (pending.get(key) === change) {
      if (drafts.has(change.id) && !hasArrived()) return;
      pending.delete(key);
    }
    unwatch();
  });
}

/** Returns the draft to change. Its content is undefined if the server may have another one than the events say. */
function knownDraft(parley: Parley, place: Place): { id: number; content: string | undefined } | undefined {
  const listed = draftOnServer(parley, place);
  const change = changesOf(parley).get(placeKey(place));
  if (!change) return listed;
  if (change.content !== '') return { id: change.id, content: undefined };
  return listed?.id === change.id ? undefined : listed;
}

/**
 * Stores the draft of a place. An empty text deletes it.
 * @throws Error if the text is empty, and it is unknown whether there is a draft
 */
export async function storeDraft(parley: Parley, place: Place, content: string): Promise<void> {
  const { client, connection } = parley;
  const known = knownDraft(parley, place);
  if (!known) {
    if (content !== '') await createDraft(parley, place, content);
    // Without a connection, the list of drafts may lack this one. Because of the error, the deletion is tried again later.
    else if (connection.state.get().phase !== 'online') throw new Error('The list of drafts is not current');
    return;
  }
  if (known.content === content) return;
  const { id } = known;
  try {
    if (content === '') await client.call('delete-draft', { draft_id: id });
    else await client.call('edit-draft', { draft_id: id, draft: fieldsOf(place, content) });
    remember(parley, place, { id, content });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    // Another device has deleted the draft.
    remember(parley, place, { id, content: '' });
    if (content !== '') await createDraft(parley, place, content);
  }
}

/** Creates a draft. `place` is undefined for a draft without recipients. */
export async function createDraft(parley: Parley, place: Place | undefined, content: string): Promise<void> {
  const { ids } = await parley.client.call('create-drafts', { drafts: [fieldsOf(place, content)] });
  if (place) for (const id of ids) remember(parley, place, { id, content });
}

function fieldsOf(place: Place | undefined, content: string) {
  const timestamp = Math.floor(Date.now() / 1000);
  if (!place) return { type: '' as const, to: [], topic: '', content, timestamp };
  return place.kind === 'topic'
    ? { type: 'stream' as const, to: [place.channelId], topic: place.topic, content, timestamp }
    : { type: 'private' as const, to: [...place.userIds], topic: '', content, timestamp };
}

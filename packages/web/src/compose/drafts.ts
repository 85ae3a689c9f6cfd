/** Drafts: unsent text is saved on this device at once, and on the server soon after. */
import { type Draft, type Place, placeKey } from '@parley/client';
import { readDraft, writeDraft } from '../model/local-store.ts';
import { mayHaveSession, type Parley } from '../model/parley.tsx';
import { placeOfDraft } from '../views/drafts.tsx';

const localDelayMs = 300;
const serverDelayMs = 2_500;

/** Saves the draft of one place at a time. */
export class DraftKeeper {
  readonly #parley: Parley;
  #localTimer: ReturnType<typeof setTimeout> | undefined;
  #serverTimer: ReturnType<typeof setTimeout> | undefined;
  /** Changes of a draft on the server are serialized. */
  #last: Promise<void> = Promise.resolve();

  constructor(parley: Parley) {
    this.#parley = parley;
  }

  /** Returns the draft of a place, from this device or another one. */
  async read(place: Place): Promise<string> {
    const local = await readDraft(placeKey(place));
    const onServer = this.#onServer(place);
    if (local && (!onServer || local.timestamp >= (onServer.timestamp ?? 0))) return local.content;
    return onServer?.content ?? '';
  }

  /** Saves a text soon; an empty text deletes the draft. */
  change(place: Place, content: string): void {
    clearTimeout(this.#localTimer);
    clearTimeout(this.#serverTimer);
    this.#localTimer = setTimeout(() => void this.#keepHere(place, content), localDelayMs);
    this.#serverTimer = setTimeout(() => void this.#keepOnServer(place, content), serverDelayMs);
  }

  /** Saves a text now, before the place changes. */
  flush(place: Place, content: string): void {
    clearTimeout(this.#localTimer);
    clearTimeout(this.#serverTimer);
    // After sign-out nothing stays on this device.
    if (!mayHaveSession()) return;
    void this.#keepHere(place, content);
    void this.#keepOnServer(place, content);
  }

  #onServer(place: Place): Draft | undefined {
    const { store } = this.#parley;
    const key = placeKey(place);
    return [...store.personal.drafts.values()].find((draft) => {
      const itsPlace = placeOfDraft(draft, store.people.selfId);
      return itsPlace !== undefined && placeKey(itsPlace) === key;
    });
  }

  #keepHere(place: Place, content: string): Promise<void> {
    const draft = content.trim() === '' ? undefined : { content, timestamp: Math.floor(Date.now() / 1000) };
    return writeDraft(placeKey(place), draft);
  }

  #keepOnServer(place: Place, content: string): Promise<void> {
    // A failed change stays on this device and is retried with the next change.
    this.#last = this.#last.then(() => this.#save(place, content)).catch(() => undefined);
    return this.#last;
  }

  async #save(place: Place, content: string): Promise<void> {
    const { client } = this.#parley;
    const known = this.#onServer(place);
    if (content.trim() === '') {
      if (known) await client.call('delete-draft', { draft_id: known.id });
      return;
    }
    if (known?.content === content) return;
    const draft = {
      type: place.kind === 'topic' ? ('stream' as const) : ('private' as const),
      to: place.kind === 'topic' ? [place.channelId] : [...place.userIds],
      topic: place.kind === 'topic' ? place.topic : '',
      content,
      timestamp: Math.floor(Date.now() / 1000),
    };
    if (known) await client.call('edit-draft', { draft_id: known.id, draft });
    else await client.call('create-drafts', { drafts: [draft] });
  }
}

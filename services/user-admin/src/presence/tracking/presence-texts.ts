/**
 * Caches the JSON of the presences of all people, for new clients. Clients that register at about the same time share one text,
 * because it is large: it has an entry for every person who was online in the last weeks.
 */
import { setImmediate } from 'node:timers/promises';
import { SharedJson, SharedText } from '@parley/registration';
import type { StoredPresence } from '../db/presences.ts';
import { presencesJson } from '../domain/presence.ts';

/** Number of people whose presences are serialized without yielding to the event loop. */
const sliceSize = 2_048;
/** Limited because a text must not contain people who have been offline for too long, in milliseconds. */
const maxAgeMs = 60_000;
/** Maximum number of cached texts. There are two formats, and clients ask for few different lengths of history. */
const maxTexts = 4;

/** Presences as JSON, with the update ID up to which they contain all changes. */
export type PresenceText = { presences: SharedJson; updateId: number };

type Kept = { updateId: number; madeAt: number; text: Promise<PresenceText> };

export const nobody = new SharedJson([{ text: new SharedText(Buffer.from('{}')), replacements: [] }]);

export class PresenceTexts {
  readonly #kept = new Map<string, Kept>();

  /**
   * Returns the cached text of a kind of answer if it has this update ID and is recent. Otherwise creates a new text.
   * @param key format and length of history, which identify the kind of answer
   * @param read returns the presences for a new text
   */
  get(
    key: string,
    updateId: number,
    read: () => readonly StoredPresence[],
    slim: boolean,
  ): Promise<PresenceText> {
    const existing = this.#kept.get(key);
    if (existing?.updateId === updateId && performance.now() - existing.madeAt < maxAgeMs) {
      return existing.text;
    }
    const text = render(read(), slim).then((presences) => ({ presences, updateId }));
    const kept = { updateId, madeAt: performance.now(), text };
    text.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxTexts) break;
      this.#kept.delete(oldest);
    }
    return text;
  }
}

/** Yields between slices, so later slices may contain newer presences. */
async function render(presences: readonly StoredPresence[], slim: boolean): Promise<SharedJson> {
  if (presences.length === 0) return nobody;
  const pieces: SharedText[] = [];
  for (let from = 0; from < presences.length; from += sliceSize) {
    if (from > 0) await setImmediate();
    const members = presencesJson(presences.slice(from, from + sliceSize), slim).slice(1, -1);
    const isLast = from + sliceSize >= presences.length;
    const bytes = Buffer.from(`${from === 0 ? '{' : ','}${members}${isLast ? '}' : ''}`);
    pieces.push(new SharedText(bytes, true));
  }
  return new SharedJson(pieces.map((text) => ({ text, replacements: [] })));
}

/**
 * Texts of the presences of all people, for registrations. Registrations of the same second share one text, because each
 * has a line for every person of the last weeks.
 */
import { setImmediate } from 'node:timers/promises';
import { SharedJson, SharedText } from '@parley/registration';
import type { StoredPresence } from '../db/presences.ts';
import { presencesJson } from '../domain/presence.ts';

/** Number of people whose presences are serialized in one turn of the event loop. */
const sliceSize = 2_048;
/** How long a text is used at most, in milliseconds: people leave it when they were offline for long. */
const maxAgeMs = 60_000;
/** Maximum number of kept texts: two formats, each for a few lengths of history. */
const maxTexts = 4;

/** Presences, and the last update ID that they contain. */
export type PresenceText = { presences: SharedJson; updateId: number };

type Kept = { updateId: number; madeAt: number; text: Promise<PresenceText> };

/** The text of nobody's presence. */
export const nobody = new SharedJson([{ text: new SharedText(Buffer.from('{}')), replacements: [] }]);

export class PresenceTexts {
  readonly #kept = new Map<string, Kept>();

  /**
   * Returns the text of one kind as of an update ID, or as of a later one.
   * @param read returns the people in it
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

/** Returns the text of presences. Other requests run in between, so later slices may contain newer presences. */
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

/** What the person shared with this client from another app. */
import { fileNameHeader, shareCache, sharePath } from '../service-worker/share.ts';

export type Shared = { readonly text: string; readonly files: readonly File[] };

/** Returns what was shared last; undefined when there is nothing. */
export async function readShared(): Promise<Shared | undefined> {
  if (!('caches' in globalThis) || !(await caches.has(shareCache))) return undefined;
  const cache = await caches.open(shareCache);
  const text = (await (await cache.match(`${sharePath}/text`))?.text()) ?? '';
  const files: File[] = [];
  for (const { url } of await cache.keys()) {
    if (!url.includes(`${sharePath}/files/`)) continue;
    const answer = await cache.match(url);
    if (!answer) continue;
    const name = decodeURIComponent(answer.headers.get(fileNameHeader) ?? '');
    const type = answer.headers.get('content-type') ?? '';
    files.push(new File([await answer.blob()], name, { type }));
  }
  return text === '' && files.length === 0 ? undefined : { text, files };
}

/** Deletes what was shared. */
export async function dropShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(shareCache);
}

let chosen: Shared | undefined;

/** Puts the shared text and files into the compose box that opens next. */
export function shareInNextBox(shared: Shared): void {
  chosen = shared;
}

/** Returns what the compose box that opens now must contain; undefined for nothing. */
export function takeShared(): Shared | undefined {
  const shared = chosen;
  chosen = undefined;
  return shared;
}

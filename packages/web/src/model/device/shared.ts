/** Text and files that the person shared with this client from another app. */
import { fileNameHeader, shareCache, sharePath } from '../../service-worker/share.ts';
import type { Parley } from '../parley.tsx';
import { part } from '../parts.ts';

export type Shared = { readonly text: string; readonly files: readonly File[] };

/** Returns what was shared last; undefined without anything. */
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

export async function dropShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(shareCache);
}

/** The shared text and files for the next compose box that opens. */
const chosen = part((): { next: Shared | undefined } => ({ next: undefined }));

/** Records the shared text and files for the next compose box that opens. */
export function shareInNextBox(parley: Parley, shared: Shared): void {
  chosen(parley).next = shared;
}

/** Returns and forgets what the opening compose box must contain; undefined without anything. */
export function takeShared(parley: Parley): Shared | undefined {
  const shared = chosen(parley).next;
  chosen(parley).next = undefined;
  return shared;
}

/**
 * Stores what the person shares with the installed client from other apps, for the page that asks for the
 * conversation.
 */
import type { WorkerScope } from './scope.ts';

/** Path to which the system posts the data; the manifest names it. */
export const sharePath = '/share';
/** The cache in which it waits for the page. */
export const shareCache = 'shared';
const maxFiles = 10;

/** Name of a file in its stored answer. */
export const fileNameHeader = 'x-file-name';

/**
 * Stores text and files in place of those that were shared before, and redirects to the page that asks for the
 * conversation.
 */
export async function receiveShare(scope: WorkerScope, request: Request): Promise<Response> {
  const form = await request.formData();
  const texts = ['title', 'text', 'url'].flatMap((name) => {
    const value = form.get(name);
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
  const files = form.getAll('files').filter((each): each is File => each instanceof File && each.size > 0);
  await scope.caches.delete(shareCache);
  const cache = await scope.caches.open(shareCache);
  // Many apps repeat the address in the text.
  await cache.put(`${sharePath}/text`, new Response([...new Set(texts)].join('\n')));
  for (const [index, file] of files.slice(0, maxFiles).entries()) {
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      [fileNameHeader]: encodeURIComponent(file.name),
    };
    await cache.put(`${sharePath}/files/${index}`, new Response(file, { headers }));
  }
  return Response.redirect('/#share', 303);
}

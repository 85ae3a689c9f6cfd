/**
 * Stores texts and files that the person shares from another app with the installed client. The share page reads them and asks
 * for a conversation.
 */
import type { WorkerScope } from './scope.ts';

/** Path to which the operating system posts shared data. The web app manifest specifies it. */
export const sharePath = '/share';
/** Name of the cache that stores shared data for the share page. */
export const shareCache = 'shared';
const maxFiles = 10;

/** Response header that contains the name of a stored file. */
export const fileNameHeader = 'x-file-name';

/** Stores the shared text and files, which replace earlier ones, and redirects to the share page. */
export async function receiveShare(scope: WorkerScope, request: Request): Promise<Response> {
  const form = await request.formData();
  const texts = ['title', 'text', 'url'].flatMap((name) => {
    const value = form.get(name);
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
  const files = form.getAll('files').filter((each): each is File => each instanceof File && each.size > 0);
  await scope.caches.delete(shareCache);
  const cache = await scope.caches.open(shareCache);
  // Removes duplicates, because many apps repeat the URL in the text.
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

import type { Client } from '@parley/client';

const uploadTimeoutMs = 60_000;

/** Uploads a picture as the only file of a form, the form of the operations for avatars, icons, logos and emoji. */
export async function uploadImage(
  client: Client,
  target: { readonly operation: string; readonly path: string },
  picture: Blob,
): Promise<void> {
  const body = new FormData();
  body.append('file', picture, 'picture.png');
  await client.http.json({
    operation: target.operation,
    method: 'POST',
    path: `/api/v1${target.path}`,
    body,
    timeoutMs: uploadTimeoutMs,
    attempts: 1,
  });
}

/** Deletes the picture at a path. */
export async function deleteImage(
  client: Client,
  target: { readonly operation: string; readonly path: string },
): Promise<void> {
  await client.http.json({
    operation: target.operation,
    method: 'DELETE',
    path: `/api/v1${target.path}`,
    timeoutMs: uploadTimeoutMs,
    attempts: 1,
  });
}

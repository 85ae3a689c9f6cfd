import type { Client } from '../client.ts';

/** What an uploaded picture is used for. */
export type ImageTarget =
  | { readonly kind: 'own avatar' }
  | { readonly kind: 'organization icon' }
  /** The organization's logo for light themes, or with `night` for dark themes. */
  | { readonly kind: 'organization logo'; readonly night?: boolean }
  | { readonly kind: 'emoji'; readonly name: string };

const timeoutMs = 60_000;

function requestFor(target: ImageTarget): { operation: string; path: string } {
  switch (target.kind) {
    case 'own avatar':
      return { operation: 'change-own-avatar', path: '/users/me/avatar' };
    case 'organization icon':
      return { operation: 'change-realm-icon', path: '/realm/icon' };
    case 'organization logo':
      return { operation: 'change-realm-logo', path: `/realm/logo?night=${target.night ?? false}` };
    case 'emoji':
      return {
        operation: 'change-custom-emoji',
        path: `/realm/emoji/${encodeURIComponent(target.name)}`,
      };
  }
}

async function change(client: Client, target: ImageTarget, method: string, body?: FormData): Promise<void> {
  const { operation, path } = requestFor(target);
  const request = { operation, method, path: `/api/v1${path}`, timeoutMs, attempts: 1 };
  await client.http.json(body === undefined ? request : { ...request, body });
}

/**
 * Uploads a picture. The server accepts PNG, JPEG, GIF and WebP.
 * @throws ApiError when the server refuses the picture
 * @throws ConnectionError when no valid answer arrives; DeadlineError when none arrives within 60 seconds
 */
export async function uploadImage(
  client: Client,
  target: ImageTarget,
  picture: Blob,
  fileName = 'picture.png',
): Promise<void> {
  const body = new FormData();
  body.append('file', picture, fileName);
  await change(client, target, 'POST', body);
}

/** Deletes a picture, or deactivates a custom emoji. Throws the same errors as `uploadImage`. */
export async function deleteImage(client: Client, target: ImageTarget): Promise<void> {
  await change(client, target, 'DELETE');
}

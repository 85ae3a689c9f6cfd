import type { UserId } from '@parley/client';

/** Addresses of pictures of people and of the organization. Only this server's pictures are used. */

const known = new Map<string, string | undefined>();
const maxKnown = 5_000;

/** Undefined for other servers: requests to them would reveal what the person reads. */
export function ownPicture(url: string | null | undefined): string | undefined {
  if (!url) return undefined;
  // Caches paths, because parsing an address for each message is slow.
  if (known.has(url)) return known.get(url);
  if (known.size >= maxKnown) known.clear();
  const path = pathOnServer(url);
  known.set(url, path);
  return path;
}

function pathOnServer(url: string): string | undefined {
  try {
    const { origin, pathname, search } = new URL(url, location.origin);
    return origin === location.origin ? pathname + search : undefined;
  } catch {
    return undefined;
  }
}

const generatedPath = '/user_avatars/generated/';

/** Returns whether a picture shows only initials. This client draws them itself, which is sharper and needs no request. */
export const showsInitials = (path: string): boolean => path.startsWith(generatedPath);

/** Distance between the colours of two successive users' initials on the colour wheel, in degrees. */
const hueStep = 47;

/** Returns the hue of a user's initials, in degrees of the colour wheel. */
export const hueOf = (userId: UserId): number => (userId * hueStep) % 360;

/** Returns the initials of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [...words.slice(0, 1), ...words.slice(-1)] : words;
  return picked.map((word) => ([...word][0] ?? '').toLocaleUpperCase()).join('');
}

/** Downloads a picture from this server, so that it can be uploaded again; undefined when it cannot be read. */
export async function readPicture(url: string | undefined): Promise<Blob | undefined> {
  const path = ownPicture(url);
  if (path === undefined) return undefined;
  try {
    const response = await fetch(path);
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}

/** Pictures of people and of the organization. They come only from this server. */

/** Returns an address when it leads to this server. Requests to other servers would reveal what the person reads. */
export function ownPicture(url: string | null | undefined): string | undefined {
  if (!url) return undefined;
  try {
    const { origin, pathname, search } = new URL(url, location.origin);
    return origin === location.origin ? pathname + search : undefined;
  } catch {
    return undefined;
  }
}

const generatedPath = '/user_avatars/generated/';

/** Returns whether a picture only shows initials, which this client draws itself: sharper, and without a request. */
export const showsInitials = (path: string): boolean => path.startsWith(generatedPath);

/** Returns the initials of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return picked.map((word) => [...word][0]!.toLocaleUpperCase()).join('');
}

/** Pictures of people and of the organization. They come only from this server. */

const colors = 12;

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

/** Returns the address of a picture with the initials of a name. */
export function initialsPicture(name: string, number: number): string {
  const words = name.toUpperCase().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('');
  const initials = /^[A-Z0-9]*$/.test(letters) ? letters : '';
  return `/user_avatars/generated/${number % colors}-${initials}.png`;
}

/** Path and query of an icon that is stored in two sizes. Icons of earlier releases have other names and one size. */
const twoSizes = /^(\/user_avatars\/[\w/-]+)-icon\.png(\?.*)?$/;

/** Sides in pixels of the organization's icon: in clients, and for the launcher of an installed client. */
export const iconSizes = { small: 100, large: 512 } as const;

/** Returns where the large form of the organization's icon is stored; undefined when it has none. */
export function largeIconOf(path: string): string | undefined {
  const [, stem, query = ''] = twoSizes.exec(path) ?? [];
  return stem === undefined ? undefined : `${stem}-icon-large.png${query}`;
}

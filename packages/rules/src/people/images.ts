/** Icons of earlier releases have other names and only one size. */
const twoSizes = /^(\/user_avatars\/[\w/-]+)-icon\.png(\?.*)?$/;

/** Sizes of the organization's icon in pixels: `small` for clients, `large` for the launcher of an installed client. */
export const iconSizes = { small: 100, large: 512 } as const;

/** Returns the path of the large version of the organization's icon; undefined when there is none. */
export function largeIconOf(path: string): string | undefined {
  const [, stem, query = ''] = twoSizes.exec(path) ?? [];
  return stem === undefined ? undefined : `${stem}-icon-large.png${query}`;
}

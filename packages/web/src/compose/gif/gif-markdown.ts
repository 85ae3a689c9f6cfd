/** Returns a GIF as a line of a message: a link, which messages show as a picture that this server loads. */
export function gifMarkdown({ title, url }: { readonly title: string; readonly url: string }): string {
  const name = title
    .replaceAll(/[[\]\\`*_<>@#:|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `[${name || 'GIF'}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})\n`;
}

/**
 * Splits GIFs over columns of equal width, each time into the lowest one, so that their order reads from the top.
 * @returns for each column the indices of its GIFs
 */
export function columnsOf(
  sizes: readonly { readonly width: number; readonly height: number }[],
  count: number,
): number[][] {
  const columns = Array.from({ length: count }, () => ({ height: 0, indices: [] as number[] }));
  for (const [index, { width, height }] of sizes.entries()) {
    const lowest = columns.reduce((best, each) => (each.height < best.height ? each : best));
    lowest.indices.push(index);
    lowest.height += height / width;
  }
  return columns.map(({ indices }) => indices);
}

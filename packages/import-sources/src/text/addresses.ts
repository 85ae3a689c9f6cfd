/** Schemes whose links people may follow; everything else is shown as text. */
const schemes = new Set(['http:', 'https:', 'ftp:', 'mailto:', 'tel:']);

/**
 * Returns an address in the form in which it may stand in a Markdown link; undefined for an address that must not become a link:
 * one that runs code, leads to a file of the reader, or is not complete.
 */
export function linkAddress(address: string): string | undefined {
  const trimmed = address.trim();
  if (trimmed.length > 2_000 || /[\p{Cc}\s]/u.test(trimmed)) return undefined;
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return undefined;
  }
  if (!schemes.has(url.protocol)) return undefined;
  return trimmed.replace(/[()<>*\\`|[\]]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

const isUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
};

/**
 * Returns the text of bytes: in the encoding of their byte order mark, else in the declared one, else in UTF-8, else in
 * Windows-1252, in which every sequence of bytes is a text.
 */
export function decode(bytes: Uint8Array, declared?: string): string {
  const marked = isUtf16(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  for (const encoding of [declared, 'utf-8']) {
    if (encoding === undefined) continue;
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {} // an unknown encoding, or bytes of another one
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Returns whether bytes are a text: they have no control characters that texts do not have. */
export function isText(bytes: Uint8Array): boolean {
  if (isUtf16(bytes) !== undefined) return true;
  const start = bytes.subarray(0, 65_536);
  return !start.some(
    (byte) =>
      byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b,
  );
}

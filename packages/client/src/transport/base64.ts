/** Encodes text as UTF-8 in Base64. `btoa` supports only Latin-1. */
export function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

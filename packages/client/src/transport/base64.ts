/** Encodes a text as UTF-8 and then as Base64. `btoa` alone supports only Latin-1. */
export function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

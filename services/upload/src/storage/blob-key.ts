import { randomUUID } from 'node:crypto';

/** A key nobody has used: two hex digits to spread by, and a UUID. */
export function newBlobKey(): string {
  const id = randomUUID();
  return `${id.slice(0, 2)}/${id}`;
}

const pattern = /^[0-9a-f]{2}\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The key, if it is one of ours. @throws Error for anything else; a fault of the program. */
export function checkedKey(key: string): string {
  if (!pattern.test(key)) throw new Error('This is no key of a blob.');
  return key;
}

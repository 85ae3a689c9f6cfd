import { randomUUID } from 'node:crypto';

/** Returns a new key: two hexadecimal digits, which spread the blobs over folders, and a UUID. */
export function newBlobKey(): string {
  const id = randomUUID();
  return `${id.slice(0, 2)}/${id}`;
}

/** Returns new keys of blobs that are written together. They lie in one folder, which is made durable once for all of them. */
export function newBlobKeys(count: number): string[] {
  const folder = randomUUID().slice(0, 2);
  return Array.from({ length: count }, () => `${folder}/${randomUUID()}`);
}

const pattern = /^[0-9a-f]{2}\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the key. @throws Error when it does not have the form of a key, which would be a programming error */
export function checkedKey(key: string): string {
  if (!pattern.test(key)) throw new Error('Not a blob key.');
  return key;
}

import { forgetOldest } from '../lib/forget-oldest.ts';

const maxRemembered = 500;

const sizes = new Map<string, Promise<number | undefined>>();

/** Returns the size of a file in bytes; undefined when the server does not tell. */
export function sizeOf(address: string): Promise<number | undefined> {
  const known = sizes.get(address) ?? askSize(address).catch(() => undefined);
  forgetOldest(sizes, maxRemembered - 1);
  sizes.set(address, known);
  return known;
}

async function askSize(address: string): Promise<number | undefined> {
  const response = await fetch(address, { method: 'HEAD' });
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  return response.ok && Number.isFinite(length) ? length : undefined;
}

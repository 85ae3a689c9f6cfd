import { readBody } from '../domain/templates/body.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import type { SlackArguments } from './method.ts';

/** Arguments that are lists or objects, which forms have as JSON. */
const structured = ['blocks', 'attachments', 'view', 'users', 'metadata'];

/**
 * Reads the arguments of a call: of the query, and of the body as a form or JSON.
 * @throws PayloadError for a body that cannot be read
 */
export async function readArguments(
  query: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Promise<SlackArguments> {
  const { value } = body.length === 0 ? { value: {} } : await readBody(body, headers);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PayloadError('The arguments are no object.');
  const all: Record<string, unknown> = { ...Object.fromEntries(new URLSearchParams(query)), ...value };
  for (const name of structured) {
    const text = all[name];
    if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) continue;
    try {
      all[name] = JSON.parse(text);
    } catch {
      throw new PayloadError(`"${name}" is no JSON.`);
    }
  }
  return all;
}

/** Returns the token of a call; empty when there is none. */
export const tokenOf = (headers: Readonly<Record<string, string>>, args: SlackArguments): string =>
  /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ??
  (typeof args.token === 'string' ? args.token : '');

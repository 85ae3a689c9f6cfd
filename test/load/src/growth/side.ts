import type { Cluster } from '@parley/test-kit';
import { Pool } from 'undici';
import { keyOf } from './fill.ts';
import { emailOf, type Size } from './size.ts';

/** One of the two compared organizations, with the processes that serve it. */
export type Side = { cluster: Cluster; size: Size; pool: Pool };

export const openSide = (cluster: Cluster, size: Size): Side => ({
  cluster,
  size,
  pool: new Pool(cluster.url, { connections: 1 }),
});

/** The body of an answer as it was transferred, which may be compressed, and its number of bytes. */
export type Answer = { body: Buffer; bytes: number };

/**
 * Sends a request as a generated person. Accepts gzip, as nearly all clients do.
 * @throws Error when the server refuses the request
 */
export async function ask(
  { pool }: Pick<Side, 'pool'>,
  person: number,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new URLSearchParams(parameters).toString();
  const isRead = method === 'GET';
  const answer = await pool.request({
    method,
    path: `/api/v1${path}${isRead && form ? `?${form}` : ''}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${emailOf(person)}:${keyOf(person)}`).toString('base64')}`,
      'accept-encoding': 'gzip',
      ...(!isRead && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!isRead && { body: form }),
  });
  const parts: Buffer[] = [];
  for await (const chunk of answer.body) parts.push(chunk as Buffer);
  const body = Buffer.concat(parts);
  if (answer.statusCode !== 200) {
    throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${body.toString().slice(0, 300)}`);
  }
  return { body, bytes: body.length };
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The access that a token gives: to the archive of one export, until `expiresAt` in milliseconds since the Unix epoch. */
type ArchiveAccess = { exportId: number; expiresAt: number };

/** Returns the file name of the archive of an export. */
export const exportFileName = (exportId: number): string => `export-${exportId}.tar.gz`;

/**
 * Returns a signed token with which `upload` opens the archive of an export. `user-admin` makes it for one request, after it has
 * checked the download address. Clients never see it.
 */
export function signArchiveToken({ exportId, expiresAt }: ArchiveAccess, key: string): string {
  const body = `${exportId}.${expiresAt}`;
  return `${body}.${macOf(body, key).toString('hex')}`;
}

/** Undefined for a wrong signature or expiry. @param now milliseconds since the Unix epoch */
export function readArchiveToken(token: string, key: string, now: number): ArchiveAccess | undefined {
  const match = token.length <= 200 ? /^((\d{1,15})\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) : null;
  if (!match) return undefined;
  const [, body = '', exportId, expiresAt, mac = ''] = match;
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), macOf(body, key))) return undefined;
  return Number(expiresAt) > now ? { exportId: Number(exportId), expiresAt: Number(expiresAt) } : undefined;
}

const macOf = (body: string, key: string): Buffer =>
  createHmac('sha256', key).update(`parley export\0${body}`).digest();

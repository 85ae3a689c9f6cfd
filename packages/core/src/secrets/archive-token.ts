import { createHmac, timingSafeEqual } from 'node:crypto';

/** The access that a token gives: to the archive of one export, until `expiresAt` in milliseconds since the Unix epoch. */
type ArchiveAccess = { exportId: number; expiresAt: number };

export const exportFileName = (exportId: number): string => `export-${exportId}.tar.gz`;

/** Returns the token with which `upload` opens an archive, for one request after `user-admin` has checked the address. */
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

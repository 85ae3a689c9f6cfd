import { createHmac, timingSafeEqual } from 'node:crypto';

/** Beginning of the paths at which `upload` serves the archives of exports. */
const base = '/user_uploads/exports/';

/** The access that a path gives: to the archive of one export, until `expiresAt` in milliseconds since the Unix epoch. */
type ExportAccess = { exportId: number; expiresAt: number };

/** Returns the file name of the archive of an export. */
export const exportFileName = (exportId: number): string => `export-${exportId}.tar.gz`;

/** Returns a signed path that opens the archive of an export without credentials until it expires. */
export function exportPath({ exportId, expiresAt }: ExportAccess, key: string): string {
  const body = `${exportId}.${expiresAt}`;
  return `${base}${body}.${macOf(body, key).toString('hex')}/${exportFileName(exportId)}`;
}

/**
 * Returns the access that a token, the signed part of a path, gives. Undefined when the signature is wrong or the token has
 * expired. @param now milliseconds since the Unix epoch
 */
export function readExportToken(token: string, key: string, now: number): ExportAccess | undefined {
  const match = token.length <= 200 ? /^((\d{1,15})\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) : null;
  if (!match) return undefined;
  const [, body, exportId, expiresAt, mac] = match;
  if (!timingSafeEqual(Buffer.from(mac!, 'hex'), macOf(body!, key))) return undefined;
  return Number(expiresAt) > now ? { exportId: Number(exportId), expiresAt: Number(expiresAt) } : undefined;
}

const macOf = (body: string, key: string): Buffer =>
  createHmac('sha256', key).update(`parley export\0${body}`).digest();

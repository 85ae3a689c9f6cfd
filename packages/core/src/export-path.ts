import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AddressHolder, holderText, readHolder } from './address-holder.ts';

/** Beginning of the paths at which `upload` serves the archives of exports. */
const base = '/user_uploads/exports/';

/**
 * The access that a path gives: to the archive of one export, until `expiresAt` in milliseconds since the Unix epoch, or until the
 * access of its holder ends.
 */
type ExportAccess = { exportId: number; expiresAt: number; holder: AddressHolder };

/** Returns the file name of the archive of an export. */
export const exportFileName = (exportId: number): string => `export-${exportId}.tar.gz`;

/** Returns a signed path that opens the archive of an export without credentials. */
export function exportPath({ exportId, expiresAt, holder }: ExportAccess, key: string): string {
  const body = `${exportId}.${expiresAt}.${holderText(holder)}`;
  return `${base}${body}.${macOf(body, key).toString('hex')}/${exportFileName(exportId)}`;
}

/**
 * Returns the access that a token, the signed part of a path, gives. Undefined when the signature is wrong or the token has
 * expired. The caller must check the holder. @param now milliseconds since the Unix epoch
 */
export function readExportToken(token: string, key: string, now: number): ExportAccess | undefined {
  const match =
    token.length <= 200
      ? /^((\d{1,15})\.(\d{1,15})(?:\.([a-z\d-]{1,40}))?)\.([0-9a-f]{64})$/.exec(token)
      : null;
  if (!match) return undefined;
  // Tokens of the previous release have no holder. They are valid for a day at most.
  const [, body, exportId, expiresAt, text = holderText({ kind: 'nobody' }), mac] = match;
  if (!timingSafeEqual(Buffer.from(mac!, 'hex'), macOf(body!, key))) return undefined;
  const holder = readHolder(text);
  if (!holder || Number(expiresAt) <= now) return undefined;
  return { exportId: Number(exportId), expiresAt: Number(expiresAt), holder };
}

const macOf = (body: string, key: string): Buffer =>
  createHmac('sha256', key).update(`parley export\0${body}`).digest();

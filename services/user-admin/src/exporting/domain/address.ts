/** Signed addresses that open the archive of an export without credentials. No I/O. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { exportFileName } from '@parley/core';
import type { UserId } from '@parley/rules';

/**
 * Who got an address. It is valid while they may still open the archive: a person in one generation of their access, which
 * changes when all their access ends; all administrators who got it in one event, identified by `state`
 * (`administratorsState`), which changes when the access or role of any of them ends; an operator of the server.
 */
export type AddressHolder =
  | { kind: 'person'; userId: UserId; generation: number }
  | { kind: 'administrators'; state: string }
  | { kind: 'operator' };

/** An address of the archive of one export. It expires at `expiresAt`, in milliseconds since the Unix epoch. */
export type ExportAddress = { exportId: number; expiresAt: number; holder: AddressHolder };

/** Returns the path of an address. `readExportAddress` reads its third part. */
export function exportPath({ exportId, expiresAt, holder }: ExportAddress, key: string): string {
  const body = `${exportId}.${expiresAt}.${textOf(holder)}`;
  return `/user_uploads/exports/${body}.${macOf(body, key).toString('hex')}/${exportFileName(exportId)}`;
}

/**
 * Returns the address with a signed text. Undefined when the signature is wrong or the address has expired. The caller must check
 * that the holder may still open the archive. Addresses of versions that did not sign a holder are refused.
 * @param now milliseconds since the Unix epoch
 */
export function readExportAddress(text: string, key: string, now: number): ExportAddress | undefined {
  const match =
    text.length <= 200 ? /^((\d{1,15})\.(\d{1,15})\.([a-z\d-]{1,64}))\.([\da-f]{64})$/.exec(text) : null;
  if (!match) return undefined;
  const [, body = '', exportId, expiresAt, holderText = '', mac = ''] = match;
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), macOf(body, key))) return undefined;
  const holder = holderOf(holderText);
  if (!holder || Number(expiresAt) <= now) return undefined;
  return { exportId: Number(exportId), expiresAt: Number(expiresAt), holder };
}

function textOf(holder: AddressHolder): string {
  if (holder.kind === 'operator') return 'o';
  return holder.kind === 'person' ? `p${holder.userId}-${holder.generation}` : `a${holder.state}`;
}

function holderOf(text: string): AddressHolder | undefined {
  if (text === 'o') return { kind: 'operator' };
  const [, state] = /^a([\da-f]{32})$/.exec(text) ?? [];
  if (state !== undefined) return { kind: 'administrators', state };
  const [, userId, generation] = /^p(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (userId === undefined) return undefined;
  return { kind: 'person', userId: Number(userId), generation: Number(generation) };
}

const macOf = (body: string, key: string): Buffer =>
  createHmac('sha256', key).update(`parley export address\0${body}`).digest();

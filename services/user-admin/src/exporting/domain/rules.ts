/** Decides about exports of the organization (docs/operations/export.md). Does no I/O. */
import type { RealmExport } from '@parley/api';
import { errors, exportPath } from '@parley/core';

/** An export. Times are in milliseconds since the Unix epoch. */
export type ExportRow = {
  exportId: number;
  requesterId: number;
  exportType: 1 | 2;
  requestedAt: number;
  /** Attempts that have begun. */
  attempts: number;
  /** Attempts that failed. */
  failures: number;
  isPending: boolean;
  finishedAt: number | null;
  failedAt: number | null;
  deletedAt: number | null;
};

/** Types of exports in the API. */
export const exportTypes = { public: 1, withConsent: 2 } as const;

/** Maximum number of exports that did not fail in `limitDays`. */
const maxRecent = 5;
export const limitDays = 7;
/** Archives are deleted after this number of days. */
export const lifetimeDays = 7;
/** An address opens an archive for this time. Every list has a new address. */
const addressMs = 24 * 3_600_000;

/** Checks that an export may begin. @throws BAD_REQUEST */
export function checkNewExport(state: {
  isOffered: boolean;
  isPending: boolean;
  recent: number;
  /** Whether an owner consents; needed only for an export of private data. */
  hasConsentingOwner: boolean;
}): void {
  if (!state.isOffered) {
    throw errors.badRequest('Please request a manual export from the operators of this server.');
  }
  if (state.isPending) throw errors.badRequest('An export is in progress. Wait until it has ended.');
  if (state.recent >= maxRecent) throw errors.badRequest('Exceeded rate limit.');
  if (!state.hasConsentingOwner) {
    throw errors.badRequest('At least one owner of the organization must consent to the export.');
  }
}

/** Checks that the archive of an export can be deleted. Returns the export. @throws BAD_REQUEST */
export function checkDeletion(row: ExportRow | undefined): ExportRow {
  if (!row) throw errors.badRequest('Invalid data export ID');
  if (row.deletedAt !== null) throw errors.badRequest('Export already deleted');
  if (row.failedAt !== null) throw errors.badRequest('Export failed, nothing to delete');
  if (row.isPending) throw errors.badRequest('Export still in progress');
  return row;
}

/** Returns an export as the API shows it, with an address that opens its archive for a day. */
export function presentExport(
  row: ExportRow,
  { publicUrl, secretKey, now }: { publicUrl: string; secretKey: string; now: number },
): RealmExport {
  const hasArchive = row.finishedAt !== null && row.deletedAt === null;
  const path = () => exportPath({ exportId: row.exportId, expiresAt: now + addressMs }, secretKey);
  return {
    id: row.exportId,
    acting_user_id: row.requesterId,
    export_time: row.requestedAt / 1000,
    deleted_timestamp: row.deletedAt === null ? null : row.deletedAt / 1000,
    failed_timestamp: row.failedAt === null ? null : row.failedAt / 1000,
    export_url: hasArchive ? publicUrl + path() : null,
    pending: row.isPending,
    export_type: row.exportType,
  };
}

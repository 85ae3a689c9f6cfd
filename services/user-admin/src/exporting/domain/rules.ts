/** Decides which exports may begin or be deleted (docs/operations/export.md). Does no I/O. */
import type { RealmExport } from '@parley/api';
import { errors, exportPath } from '@parley/core';
import type { PersonExport as ListedPersonExport } from '@parley/proto/useradmin/v1/person_exports';

/** An export of the organization, or of one person's data. */
export type ExportKind = 'organization' | 'person';

/** What all exports have. Times are in milliseconds since the Unix epoch. */
type ExportState = {
  exportId: number;
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

export type OrganizationExport = ExportState & {
  kind: 'organization';
  requesterId: number;
  exportType: 1 | 2;
};

export type PersonExport = ExportState & {
  kind: 'person';
  userId: number;
  /** Null for an operator. */
  requesterId: number | null;
  /** Whether direct messages, private channels and personal lists are included. */
  includesPrivate: boolean;
  /** Numbers of exported things by kind. */
  counts: Readonly<Record<string, number>>;
};

export type ExportRow = OrganizationExport | PersonExport;

/** Types of exports in the API. */
export const exportTypes = { public: 1, withConsent: 2 } as const;

/** Maximum number of exports that did not fail in `limitDays`: of the organization, and of each person. */
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

/** Checks that an export of a person's data may begin. @throws BAD_REQUEST */
export function checkNewPersonExport(state: {
  isOffered: boolean;
  isPending: boolean;
  recent: number;
}): void {
  checkNewExport({ ...state, hasConsentingOwner: true });
}

/** Checks that the archive of an export can be deleted. Returns the export. @throws BAD_REQUEST */
export function checkDeletion(row: OrganizationExport | undefined): OrganizationExport {
  if (!row) throw errors.badRequest('Invalid data export ID');
  if (row.deletedAt !== null) throw errors.badRequest('Export already deleted');
  if (row.failedAt !== null) throw errors.badRequest('Export failed, nothing to delete');
  if (row.isPending) throw errors.badRequest('Export still in progress');
  return row;
}

type AddressView = { publicUrl: string; secretKey: string; now: number };

/** Returns an address that opens the archive for a day; null without an archive. */
function addressOf(row: ExportState, { publicUrl, secretKey, now }: AddressView): string | null {
  if (row.finishedAt === null || row.deletedAt !== null) return null;
  return publicUrl + exportPath({ exportId: row.exportId, expiresAt: now + addressMs }, secretKey);
}

const secondsOf = (time: number | null): number | undefined =>
  time === null ? undefined : Math.floor(time / 1000);

/**
 * Returns an export of a person's data as its list shows it. An archive with private data
 * opens only for its requester and for operators.
 */
export function presentPersonExport(
  row: PersonExport,
  viewerId: number | undefined,
  view: AddressView,
): ListedPersonExport {
  const mayOpen = viewerId === undefined || row.requesterId === viewerId || !row.includesPrivate;
  return {
    exportId: row.exportId,
    userId: row.userId,
    actingUserId: row.requesterId ?? undefined,
    includesPrivate: row.includesPrivate,
    requestedAt: Math.floor(row.requestedAt / 1000),
    finishedAt: secondsOf(row.finishedAt),
    failedAt: secondsOf(row.failedAt),
    deletedAt: secondsOf(row.deletedAt),
    isPending: row.isPending,
    url: (mayOpen ? addressOf(row, view) : null) ?? undefined,
    counts: { ...row.counts },
  };
}

/** Returns an export as the API shows it, with an address that opens its archive for a day. */
export function presentExport(row: OrganizationExport, view: AddressView): RealmExport {
  return {
    id: row.exportId,
    acting_user_id: row.requesterId,
    export_time: row.requestedAt / 1000,
    deleted_timestamp: row.deletedAt === null ? null : row.deletedAt / 1000,
    failed_timestamp: row.failedAt === null ? null : row.failedAt / 1000,
    export_url: addressOf(row, view),
    pending: row.isPending,
    export_type: row.exportType,
  };
}

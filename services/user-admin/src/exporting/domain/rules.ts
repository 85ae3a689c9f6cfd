/** Decides which exports may be requested or deleted (docs/operations/export.md). No I/O. */
import type { RealmExport } from '@parley/api';
import { type AddressHolder, errors, exportPath } from '@parley/core';
import type { PersonExport as ListedPersonExport } from '@parley/proto/useradmin/v1/person_exports';

/** An export of the organization, or of one person's data. */
export type ExportKind = 'organization' | 'person';

/** Members of all kinds of exports. Times are in milliseconds since the Unix epoch. */
type ExportState = {
  exportId: number;
  requestedAt: number;
  /** Number of attempts that have begun. */
  attempts: number;
  /** Number of attempts that failed. */
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
  /** Person who requested the export; null for an operator. */
  requesterId: number | null;
  /** Whether direct messages, private channels and personal lists are included. */
  includesPrivate: boolean;
  /** Numbers of exported items, by kind. */
  counts: Readonly<Record<string, number>>;
};

export type ExportRow = OrganizationExport | PersonExport;

/** Numbers of the export types in the API. */
export const exportTypes = { public: 1, withConsent: 2 } as const;

/** Maximum number of exports of the organization, and of each person's data, in `limitDays` days. Failed ones do not count. */
const maxRecent = 5;
export const limitDays = 7;
/** Days after which an archive is deleted. */
export const lifetimeDays = 7;
/** Time for which a download URL is valid, in milliseconds. Each list contains new URLs. */
const addressMs = 24 * 3_600_000;

/** Checks that an export may be requested. @throws BAD_REQUEST otherwise */
export function checkNewExport(state: {
  isOffered: boolean;
  isPending: boolean;
  recent: number;
  /** Whether at least one owner consents to the export of their private data. For public data, callers pass true. */
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

/** Checks that an export of a person's data may be requested. @throws BAD_REQUEST otherwise */
export function checkNewPersonExport(state: {
  isOffered: boolean;
  isPending: boolean;
  recent: number;
}): void {
  checkNewExport({ ...state, hasConsentingOwner: true });
}

/** Checks that an export exists and has an archive that can be deleted. Returns the export. @throws BAD_REQUEST otherwise */
export function checkDeletion(row: OrganizationExport | undefined): OrganizationExport {
  if (!row) throw errors.badRequest('Invalid data export ID');
  if (row.deletedAt !== null) throw errors.badRequest('Export already deleted');
  if (row.failedAt !== null) throw errors.badRequest('Export failed, nothing to delete');
  if (row.isPending) throw errors.badRequest('Export still in progress');
  return row;
}

/** Whose access download URLs depend on, and what they are built from. */
type AddressView = { publicUrl: string; secretKey: string; now: number; holder: AddressHolder };

/** Returns the download URL of the archive, which is valid for a day; null when there is no archive. */
function addressOf(row: ExportState, { publicUrl, secretKey, now, holder }: AddressView): string | null {
  if (row.finishedAt === null || row.deletedAt !== null) return null;
  return publicUrl + exportPath({ exportId: row.exportId, expiresAt: now + addressMs, holder }, secretKey);
}

const secondsOf = (time: number | null): number | undefined =>
  time === null ? undefined : Math.floor(time / 1000);

/**
 * Returns an export of a person's data for the list of exports. The download URL of an archive with private data is included
 * only for its requester and for operators.
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

/** Returns an export in the form of the API, with a download URL that is valid for a day. */
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

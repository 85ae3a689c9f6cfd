/** Decides which exports may be requested or deleted (docs/operations/export.md). No I/O. */
import type { RealmExport } from '@parley/api';
import { errors } from '@parley/core';
import type { PersonExport as ListedPersonExport } from '@parley/proto/useradmin/v1/person_exports';
import { type Credential, handOutIf, type KeyScope, type UserId } from '@parley/rules';
import { isAdministrator, isOwner } from '../../kernel/domain/authority.ts';
import type { Organization } from '../../kernel/domain/organization.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { type AddressHolder, exportPath } from './address.ts';

export type ExportKind = 'organization' | 'person';

/** Members of all kinds of exports. Times are in milliseconds since the Unix epoch. */
type ExportState = {
  exportId: number;
  requestedAt: number;
  attempts: number;
  failures: number;
  isPending: boolean;
  finishedAt: number | null;
  failedAt: number | null;
  deletedAt: number | null;
};

export type OrganizationExport = ExportState & {
  kind: 'organization';
  requesterId: number;
  exportType: StoredExportType;
  /** Only messages that were sent since this time are exported, in milliseconds since the Unix epoch; null for all. */
  since: number | null;
  format: ExportFormat;
};

/** Forms of archives: that of Parley, and those that other products import. */
export const exportFormats = ['parley', 'zulip', 'mattermost'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type PersonExport = ExportState & {
  kind: 'person';
  userId: UserId;
  /** Person who requested the export; null for an operator. */
  requesterId: number | null;
  /** Whether direct messages, private channels and personal lists are included. */
  includesPrivate: boolean;
  counts: Readonly<Record<string, number>>;
};

export type ExportRow = OrganizationExport | PersonExport;

export const exportTypes = { public: 1, withConsent: 2, withoutConsent: 3 } as const;
type StoredExportType = (typeof exportTypes)[keyof typeof exportTypes];

export const exportTypeNames = {
  [exportTypes.public]: 'public',
  [exportTypes.withConsent]: 'full_with_consent',
  [exportTypes.withoutConsent]: 'full_without_consent',
} as const satisfies Readonly<Record<StoredExportType, RealmExport['export_type']>>;

/** Maximum number of exports of the organization, and of each person's data, in `limitDays` days. Failed ones do not count. */
const maxRecent = 5;
export const limitDays = 7;
/** Days after which an archive is deleted. */
export const lifetimeDays = 7;
/** Maximum time for which a download URL is valid, in milliseconds. Each list contains new URLs. */
const addressMs = 24 * 3_600_000;

/** Checks that an export may be requested. @throws BAD_REQUEST otherwise */
export function checkNewExport(state: {
  isOffered: boolean;
  recent: number;
  /** Whether at least one owner consents to the export of their private data. For public data, callers pass true. */
  hasConsentingOwner: boolean;
}): void {
  if (!state.isOffered) {
    throw errors.badRequest('Please request a manual export from the operators of this server.');
  }
  if (state.recent >= maxRecent) throw errors.badRequest('Exceeded rate limit.');
  if (!state.hasConsentingOwner) {
    throw errors.badRequest('At least one owner of the organization must consent to the export.');
  }
}

/** @throws BAD_REQUEST where operators do not allow it, UNAUTHORIZED_PRINCIPAL when the person is not an owner */
export function checkFullExport({ ownerFullContentAccess }: Organization, person: Person): void {
  if (!ownerFullContentAccess) {
    throw errors.badRequest('This server allows no export of private data without consent.');
  }
  if (!isOwner(person)) throw errors.ownerRequired();
}

/** Checks that an export of a person's data may be requested. @throws BAD_REQUEST otherwise */
export function checkNewPersonExport(state: { isOffered: boolean; recent: number }): void {
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

export const hasArchive = (row: ExportState): boolean => row.finishedAt !== null && row.deletedAt === null;

/**
 * Returns whether a person may open the archive of an export. Administrators open exports of the organization, and only owners
 * those with private data of people who did not consent. People open the
 * exports that they made of their own data. Owners open other exports of people's data, but those with private data only if they
 * made them.
 */
export function mayOpen(row: ExportRow, person: Person): boolean {
  if (row.kind === 'organization') {
    return row.exportType === exportTypes.withoutConsent ? isOwner(person) : isAdministrator(person);
  }
  const isMaker = row.requesterId === person.userId;
  if (row.userId === person.userId && isMaker) return true;
  return isOwner(person) && (isMaker || !row.includesPrivate);
}

/** Who sees an export: a person, or an operator when `person` is undefined. */
type Viewer = { readonly person?: Person | undefined; readonly keyScope?: KeyScope | undefined };

/** From what addresses are made. `holder` is who gets them. */
type AddressView = {
  publicUrl: string;
  secretKey: string;
  now: number;
  viewer: Viewer;
  holder: AddressHolder;
};

/** Valid for a day at most. Null when there is no archive, and for a viewer who may not open it. */
function addressOf(
  row: ExportRow,
  { publicUrl, secretKey, now, viewer, holder }: AddressView,
): Credential<'export archive'> | null {
  const could = hasArchive(row) && (!viewer.person || mayOpen(row, viewer.person));
  const address = () =>
    publicUrl + exportPath({ exportId: row.exportId, expiresAt: now + addressMs, holder }, secretKey);
  return handOutIf('export archive', could, viewer, address) ?? null;
}

const secondsOf = (time: number | null): number | undefined =>
  time === null ? undefined : Math.floor(time / 1000);

/** Returns an export of a person's data for the list of exports, with the download URL for viewers who may open the archive. */
export function presentPersonExport(row: PersonExport, view: AddressView): ListedPersonExport {
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
    url: addressOf(row, view) ?? undefined,
    counts: { ...row.counts },
  };
}

export function presentExport(row: OrganizationExport, view: AddressView): RealmExport {
  return {
    id: row.exportId,
    acting_user_id: row.requesterId,
    export_time: row.requestedAt / 1000,
    deleted_timestamp: row.deletedAt === null ? null : row.deletedAt / 1000,
    failed_timestamp: row.failedAt === null ? null : row.failedAt / 1000,
    export_url: addressOf(row, view),
    pending: row.isPending,
    export_type: exportTypeNames[row.exportType],
  };
}

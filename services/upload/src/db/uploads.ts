import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** An upload: a file that is being received, or was received recently. */
export type UploadRow = {
  uploadId: string;
  ownerId: UserId;
  fileName: string;
  contentType: string;
  /** Size that the client announced; null when it is unknown. */
  sizeBytes: number | null;
  metadataJson: string;
  createdAt: Date;
  expiresAt: Date;
  /** ID of the file that the upload became; null until the upload is complete. */
  attachmentId: number | null;
};

const columns = sql`upload_id as "uploadId", owner_id as "ownerId", file_name as "fileName",
  content_type as "contentType", size_bytes as "sizeBytes", metadata_json as "metadataJson",
  created_at as "createdAt", expires_at as "expiresAt", attachment_id as "attachmentId"`;

export type NewUpload = Pick<
  UploadRow,
  'uploadId' | 'ownerId' | 'fileName' | 'contentType' | 'sizeBytes' | 'metadataJson'
>;

/** Inserts an upload. Returns undefined when the person already has `maxOpen` uploads that are not complete. */
export function insertUpload(
  db: Queryable,
  upload: NewUpload,
  limits: { maxOpen: number; lifetimeMs: number },
): Promise<UploadRow | undefined> {
  return db.maybeOne<UploadRow>(sql`
    insert into uploads (upload_id, owner_id, file_name, content_type, size_bytes, metadata_json, expires_at)
    select ${upload.uploadId}, ${upload.ownerId}::int8, ${upload.fileName}, ${upload.contentType},
           ${upload.sizeBytes}::int8, ${upload.metadataJson},
           now() + make_interval(secs => ${limits.lifetimeMs}::float8 / 1000)
     where (select count(*) from uploads
             where owner_id = ${upload.ownerId} and attachment_id is null and expires_at > now()) < ${limits.maxOpen}::int8
    returning ${columns}`);
}

export function findUpload(db: Queryable, uploadId: string, ownerId: UserId): Promise<UploadRow | undefined> {
  return db.maybeOne<UploadRow>(sql`
    select ${columns} from uploads
     where upload_id = ${uploadId} and owner_id = ${ownerId} and expires_at > now()`);
}

/** Parts are added one after the other. Undefined when there is none or it has expired. */
export function lockUpload(tx: Tx, uploadId: string, ownerId: UserId): Promise<UploadRow | undefined> {
  return tx.maybeOne<UploadRow>(sql`
    select ${columns} from uploads
     where upload_id = ${uploadId} and owner_id = ${ownerId} and expires_at > now() for update`);
}

export async function extendUpload(tx: Tx, uploadId: string, lifetimeMs: number): Promise<void> {
  await tx.execute(sql`
    update uploads set expires_at = now() + make_interval(secs => ${lifetimeMs}::float8 / 1000)
     where upload_id = ${uploadId}`);
}

/** Stores which file an upload has become. */
export async function completeUpload(tx: Tx, uploadId: string, attachmentId: number): Promise<void> {
  await tx.execute(sql`
    update uploads set attachment_id = ${attachmentId} where upload_id = ${uploadId}`);
}

/** Deletes all uploads of a person. Returns the IDs of those that are not complete, whose bytes the caller has to delete. */
export async function deleteUploadsOf(tx: Tx, ownerId: UserId): Promise<string[]> {
  const rows = await tx.many<{ uploadId: string; isComplete: boolean }>(sql`
    delete from uploads where owner_id = ${ownerId}
    returning upload_id as "uploadId", attachment_id is not null as "isComplete"`);
  return rows.filter(({ isComplete }) => !isComplete).map(({ uploadId }) => uploadId);
}

export async function deleteUpload(tx: Tx, uploadId: string): Promise<void> {
  await tx.execute(sql`delete from uploads where upload_id = ${uploadId}`);
}

/** Returns expired uploads and locks them until the transaction ends. Skips uploads that another transaction has locked. */
export function takeExpired(tx: Tx, limit: number): Promise<UploadRow[]> {
  return tx.many<UploadRow>(sql`
    select ${columns} from uploads where expires_at <= now()
     order by expires_at limit ${limit} for update skip locked`);
}

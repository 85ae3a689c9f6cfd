import { type Queryable, sql, type Tx } from '@parley/db';

/** A message whose links get previews. */
export type LinkPreviewJob = {
  messageId: number;
  /** Differs after each edit of the message. */
  jobId: number;
  urls: string[];
  /** Attempts that have begun, this one included. */
  attempts: number;
};

/** Returns whether a job is due. */
export async function isLinkPreviewDue(db: Queryable): Promise<boolean> {
  const { isDue } = await db.one<{ isDue: boolean }>(
    sql`select exists (select from link_preview_jobs where due_at <= now()) as "isDue"`,
  );
  return isDue;
}

/** Takes due jobs. Other replicas leave them alone for `leaseMs`, and take them over when this replica fails. */
export function takeLinkPreviewJobs(
  db: Queryable,
  limit: number,
  leaseMs: number,
): Promise<LinkPreviewJob[]> {
  return db.many<LinkPreviewJob>(sql`
    update link_preview_jobs
       set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
     where message_id in (
       select message_id from link_preview_jobs where due_at <= now()
        order by due_at limit ${limit} for update skip locked)
    returning message_id as "messageId", job_id as "jobId", urls, attempts`);
}

/** Retries a job after a delay. A job that this attempt does not hold any more stays as it is. */
export async function postponeLinkPreviews(
  db: Queryable,
  { messageId, jobId, attempts }: LinkPreviewJob,
  delayMs: number,
): Promise<void> {
  await db.execute(sql`
    update link_preview_jobs set due_at = now() + make_interval(secs => ${delayMs}::float8 / 1000)
     where message_id = ${messageId} and job_id = ${jobId} and attempts = ${attempts}`);
}

/** Ends a job. Returns false when it ended before, or the message was edited. */
export async function endLinkPreviews(
  db: Queryable,
  { messageId, jobId }: Pick<LinkPreviewJob, 'messageId' | 'jobId'>,
): Promise<boolean> {
  const ended = await db.execute(
    sql`delete from link_preview_jobs where message_id = ${messageId} and job_id = ${jobId}`,
  );
  return ended > 0;
}

/**
 * Replaces the job of a message by one for its new content; without links, the message has none. The message must be
 * locked.
 */
export async function replaceLinkPreviews(tx: Tx, messageId: number, urls: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from link_preview_jobs where message_id = ${messageId}`);
  if (urls.length === 0) return;
  await tx.execute(
    sql`insert into link_preview_jobs (message_id, urls) values (${messageId}, ${urls}::text[])`,
  );
}

/** Appends HTML to a message. This is no edit: its history and times stay. */
export async function appendHtml(tx: Tx, messageId: number, html: string): Promise<void> {
  await tx.execute(
    sql`update messages set rendered_content = rendered_content || ${html} where id = ${messageId}`,
  );
}

/** Returns the number of jobs, and for how long the oldest due one has been due, in seconds. */
export async function linkPreviewQueue(db: Queryable): Promise<{ jobs: number; lateSeconds: number }> {
  return db.one(sql`
    select count(*)::int8 as jobs,
           greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as "lateSeconds"
      from link_preview_jobs`);
}

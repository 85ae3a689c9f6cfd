import { anyOf, type Queryable, sql, type Tx } from '@parley/db';
import type { MessageId } from '@parley/rules';

export type LinkPreviewJob = {
  messageId: MessageId;
  /** Identifies the content: an edit of the message replaces the job and so changes this ID. */
  jobId: number;
  urls: string[];
  /** Number of attempts that have begun, including the current one. */
  attempts: number;
};

export async function isLinkPreviewDue(db: Queryable): Promise<boolean> {
  const { isDue } = await db.one<{ isDue: boolean }>(
    sql`select exists (select from link_preview_jobs where due_at <= now()) as "isDue"`,
  );
  return isDue;
}

/** Claims due jobs for `leaseMs`. Other replicas skip them during this time, and claim them later when this replica fails. */
export function takeLinkPreviewJobs(
  db: Queryable,
  limit: number,
  leaseMs: number,
): Promise<LinkPreviewJob[]> {
  return db.many<LinkPreviewJob>(sql`
    update link_preview_jobs
       set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
     where message_id = ${anyOf(sql`
             select message_id from link_preview_jobs where due_at <= now()
              order by due_at limit ${limit} for update skip locked`)}
    returning message_id as "messageId", job_id as "jobId", urls, attempts`);
}

/** Delays the next attempt of a job. Has no effect when another replica has claimed the job, or the message was edited. */
export async function postponeLinkPreviews(
  db: Queryable,
  { messageId, jobId, attempts }: LinkPreviewJob,
  delayMs: number,
): Promise<void> {
  await db.execute(sql`
    update link_preview_jobs set due_at = now() + make_interval(secs => ${delayMs}::float8 / 1000)
     where message_id = ${messageId} and job_id = ${jobId} and attempts = ${attempts}`);
}

/** Deletes a job. Returns false when it no longer exists, because it ended already or the message was edited. */
export async function endLinkPreviews(
  db: Queryable,
  { messageId, jobId }: Pick<LinkPreviewJob, 'messageId' | 'jobId'>,
): Promise<boolean> {
  const ended = await db.execute(
    sql`delete from link_preview_jobs where message_id = ${messageId} and job_id = ${jobId}`,
  );
  return ended > 0;
}

/** Without links, the message has no job. The caller must have locked the message. */
export async function replaceLinkPreviews(
  tx: Tx,
  messageId: MessageId,
  urls: readonly string[],
): Promise<void> {
  await tx.execute(sql`delete from link_preview_jobs where message_id = ${messageId}`);
  if (urls.length === 0) return;
  await tx.execute(
    sql`insert into link_preview_jobs (message_id, urls) values (${messageId}, ${urls}::text[])`,
  );
}

/** Appends HTML to a message. Edit history and times do not change, because this is no edit. */
export async function appendHtml(tx: Tx, messageId: MessageId, html: string): Promise<void> {
  await tx.execute(
    sql`update messages set rendered_content = rendered_content || ${html} where id = ${messageId}`,
  );
}

export async function linkPreviewQueue(db: Queryable): Promise<{ jobs: number; lateSeconds: number }> {
  return db.one(sql`
    select count(*)::int8 as jobs,
           greatest(coalesce(extract(epoch from now() - min(due_at)), 0), 0)::float8 as "lateSeconds"
      from link_preview_jobs`);
}

import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

export type DeletedPlaces = {
  inPublicChannels: boolean;
  inPrivateChannels: boolean;
  inDirectMessages: boolean;
};

export type MessageDeletion = DeletedPlaces & { deletionId: number; userId: UserId; requestedBy: number };

export async function insertMessageDeletion(
  tx: Tx,
  deletion: DeletedPlaces & { userId: UserId; requestedBy: number },
): Promise<void> {
  await tx.execute(sql`
    insert into message_deletions
      (user_id, requested_by, in_public_channels, in_private_channels, in_direct_messages)
    values (${deletion.userId}, ${deletion.requestedBy}, ${deletion.inPublicChannels},
            ${deletion.inPrivateChannels}, ${deletion.inDirectMessages})`);
}

/** Returns at most 100 deletions that have not finished, oldest first. */
export const pendingMessageDeletions = (db: Queryable): Promise<MessageDeletion[]> =>
  db.many<MessageDeletion>(sql`
    select deletion_id as "deletionId", user_id as "userId", requested_by as "requestedBy",
           in_public_channels as "inPublicChannels", in_private_channels as "inPrivateChannels",
           in_direct_messages as "inDirectMessages"
      from message_deletions order by deletion_id limit 100`);

/** Deletes a deletion that has finished. Returns false when another replica did. */
export async function endMessageDeletion(tx: Tx, deletionId: number): Promise<boolean> {
  return (await tx.execute(sql`delete from message_deletions where deletion_id = ${deletionId}`)) > 0;
}

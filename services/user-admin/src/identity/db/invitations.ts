import { type Queryable, sql, type Tx } from '@parley/db';

export type Invitation = {
  invitationId: number;
  /** Null for a reusable link. */
  email: string | null;
  /**
   * Null when the person confirmed their address through a reusable link, or while the organization required no
   * invitation.
   */
  invitedBy: number | null;
  /** ID of the reusable link through which the address was confirmed; null otherwise. */
  linkId: number | null;
  role: number;
  channelIds: number[];
  groupIds: number[];
  includeDefaultChannels: boolean;
  notifyReferrer: boolean;
  /** Null means the organization's text. An empty text means that no welcome is sent. */
  welcomeText: string | null;
  tokenSealed: Buffer | null;
  /** Unix time, whole seconds. */
  createdAt: number;
  /** Null for an invitation that never expires. */
  expiresAt: Date | null;
  hasEnded: boolean;
};

const columns = sql`invitation_id as "invitationId", email, invited_by as "invitedBy", link_id as "linkId", role,
  channel_ids as "channelIds", group_ids as "groupIds", include_default_channels as "includeDefaultChannels",
  notify_referrer as "notifyReferrer", welcome_text as "welcomeText", token_sealed as "tokenSealed",
  extract(epoch from created_at)::int8 as "createdAt", expires_at as "expiresAt", ended_at is not null as "hasEnded"`;

/**
 * A revoked link also ends the invitations of addresses that were confirmed through it. An expired link does not end
 * them: people who confirmed their address in time may still join.
 */
const isOpen = sql`ended_at is null and (expires_at is null or expires_at > now())
  and not exists (select 1 from invitations as l where l.invitation_id = i.link_id and l.ended_at is not null)`;

export type NewInvitation = Omit<Invitation, 'invitationId' | 'createdAt' | 'hasEnded'> & {
  emailKey: string | null;
  tokenSha256: Buffer;
};

/**
 * Stores an invitation and returns its ID. Callers end the open invitations to the address first (`endInvitationsTo`),
 * because an address has at most one.
 */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into invitations (email, email_key, token_sha256, token_sealed, invited_by, link_id, role, channel_ids, group_ids,
      include_default_channels, notify_referrer, welcome_text, expires_at)
    values (${invitation.email}, ${invitation.emailKey}, ${invitation.tokenSha256}, ${invitation.tokenSealed},
      ${invitation.invitedBy}, ${invitation.linkId}, ${invitation.role}, ${invitation.channelIds}::int8[],
      ${invitation.groupIds}::int8[],
      ${invitation.includeDefaultChannels}, ${invitation.notifyReferrer}, ${invitation.welcomeText},
      ${invitation.expiresAt})
    returning invitation_id as id`);
  return id;
}

/** Serializes requests that send invitations, because they share the daily limit. */
export async function lockInvitations(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7305804412)`);
}

/** Returns how many invitations were mailed in the last 24 hours. */
export async function countInvitedToday(tx: Tx): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from invitations
     where email_key is not null and invited_by is not null and created_at > now() - interval '1 day'`);
  return count;
}

const maxListed = 10_000;

/** Returns how many reusable links of a person are not revoked. Expired links count. */
export async function countLinks(tx: Tx, invitedBy: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from invitations
     where invited_by = ${invitedBy} and ended_at is null and email_key is null`);
  return count;
}

/** Returns open invitations and links, the oldest first: those of one inviter, or all. */
export function listInvitations(db: Queryable, invitedBy?: number): Promise<Invitation[]> {
  const whose = invitedBy === undefined ? sql`invited_by is not null` : sql`invited_by = ${invitedBy}`;
  return db.many<Invitation>(
    sql`select ${columns} from invitations as i where ${isOpen} and ${whose} order by invitation_id limit ${maxListed}`,
  );
}

/** Locks an invitation until the transaction ends and returns it, even when it has ended. */
export function lockInvitation(tx: Tx, invitationId: number): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where invitation_id = ${invitationId} for update`,
  );
}

/** Returns the open invitation with a token. */
export function findOpenInvitation(db: Queryable, tokenSha256: Buffer): Promise<Invitation | undefined> {
  return db.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where token_sha256 = ${tokenSha256} and ${isOpen}`,
  );
}

/**
 * Locks the open invitation with a token and returns it. Two people who use one link at the same time are handled one
 * after the other.
 */
export function lockOpenInvitation(tx: Tx, tokenSha256: Buffer): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where token_sha256 = ${tokenSha256} and ${isOpen} for update`,
  );
}

/** Locks the open invitation to an address and returns it. */
export function lockOpenInvitationTo(tx: Tx, emailKey: string): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where email_key = ${emailKey} and ${isOpen} for update`,
  );
}

/** Ends open invitations to addresses, given in the form of `emailKey`. Returns the IDs of the inviters. */
export async function endInvitationsTo(tx: Tx, emailKeys: readonly string[]): Promise<number[]> {
  const rows = await tx.many<{ invitedBy: number | null }>(sql`
    update invitations set ended_at = now()
     where invitation_id in (select invitation_id from invitations
                              where email_key = any(${emailKeys}::text[]) and ended_at is null
                              order by invitation_id for update)
    returning invited_by as "invitedBy"`);
  return rows.flatMap(({ invitedBy }) => invitedBy ?? []);
}

/** Ends an invitation or a reusable link. */
export async function endInvitation(tx: Tx, invitationId: number): Promise<void> {
  await tx.execute(
    sql`update invitations set ended_at = now() where invitation_id = ${invitationId} and ended_at is null`,
  );
}

/** Ends open invitations of an inviter: all, or only those for a role above `role`. Returns how many it ended. */
export function endInvitationsOf(tx: Tx, invitedBy: number, role?: number): Promise<number> {
  const hasHigherRole = role === undefined ? sql`true` : sql`role < ${role}`;
  return tx.execute(sql`
    update invitations set ended_at = now()
     where invited_by = ${invitedBy} and ended_at is null and ${hasHigherRole}`);
}

/** Replaces the token of an invitation, so that the link in earlier mails stops working. */
export async function replaceToken(tx: Tx, invitationId: number, tokenSha256: Buffer): Promise<void> {
  await tx.execute(
    sql`update invitations set token_sha256 = ${tokenSha256} where invitation_id = ${invitationId}`,
  );
}

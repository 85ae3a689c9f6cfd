import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, GroupId } from '@parley/rules';
import type { Proven, ProvenRole } from '../../kernel/domain/proof.ts';

export type Invitation = {
  invitationId: number;
  /** Null for a reusable link. */
  email: string | null;
  /** Null when the person has confirmed their address with a reusable link, or to join without an invitation. */
  invitedBy: number | null;
  /** ID of the reusable link with which the address was confirmed; null when there is none. */
  linkId: number | null;
  role: number;
  channelIds: ChannelId[];
  groupIds: GroupId[];
  includeDefaultChannels: boolean;
  notifyReferrer: boolean;
  /** Null for the organization's welcome text; empty to send no welcome message. */
  welcomeText: string | null;
  tokenSealed: Buffer | null;
  /** In whole seconds since the Unix epoch. */
  createdAt: number;
  /** Null for an invitation that does not expire. */
  expiresAt: Date | null;
  hasEnded: boolean;
};

const columns = sql`invitation_id as "invitationId", email, invited_by as "invitedBy", link_id as "linkId", role,
  channel_ids as "channelIds", group_ids as "groupIds", include_default_channels as "includeDefaultChannels",
  notify_referrer as "notifyReferrer", welcome_text as "welcomeText", token_sealed as "tokenSealed",
  extract(epoch from created_at)::int8 as "createdAt", expires_at as "expiresAt", ended_at is not null as "hasEnded"`;

/**
 * SQL condition: the invitation is open. Revoking a reusable link also ends the invitations of addresses that were confirmed
 * with it. The expiry of a link does not end them: people who have confirmed their address in time may still join.
 */
const isOpen = sql`ended_at is null and (expires_at is null or expires_at > now())
  and not exists (select 1 from invitations as l where l.invitation_id = i.link_id and l.ended_at is not null)`;

export type NewInvitation = Omit<
  Invitation,
  'invitationId' | 'createdAt' | 'hasEnded' | 'role' | 'groupIds'
> & {
  role: ProvenRole;
  groupIds: Proven<readonly number[], 'groups'>;
  emailKey: string | null;
  tokenSha256: Buffer;
};

/** Callers must first end other invitations to the address with `endInvitationsTo`. */
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

/** Takes a lock that serializes requests for sending invitations, because they share the daily limit. */
export async function lockInvitations(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7305804412)`);
}

export async function countInvitedToday(tx: Tx): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from invitations
     where email_key is not null and invited_by is not null and created_at > now() - interval '1 day'`);
  return count;
}

const maxListed = 10_000;

/** Returns the number of reusable links of a person that are not revoked, including expired ones. */
export async function countLinks(tx: Tx, invitedBy: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from invitations
     where invited_by = ${invitedBy} and ended_at is null and email_key is null`);
  return count;
}

/** Returns the open invitations and links, oldest first. With `invitedBy`, returns only those of this inviter. */
export function listInvitations(db: Queryable, invitedBy?: number): Promise<Invitation[]> {
  const whose = invitedBy === undefined ? sql`invited_by is not null` : sql`invited_by = ${invitedBy}`;
  return db.many<Invitation>(
    sql`select ${columns} from invitations as i where ${isOpen} and ${whose} order by invitation_id limit ${maxListed}`,
  );
}

/** Also returns an invitation that has ended. */
export function lockInvitation(tx: Tx, invitationId: number): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where invitation_id = ${invitationId} for update`,
  );
}

/** Returns an invitation or link, even if it has ended; undefined when it does not exist. */
export function findInvitation(db: Queryable, invitationId: number): Promise<Invitation | undefined> {
  return db.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where invitation_id = ${invitationId}`,
  );
}

export function findOpenInvitation(db: Queryable, tokenSha256: Buffer): Promise<Invitation | undefined> {
  return db.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where token_sha256 = ${tokenSha256} and ${isOpen}`,
  );
}

/** The lock serializes requests with the same link. */
export function lockOpenInvitation(tx: Tx, tokenSha256: Buffer): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where token_sha256 = ${tokenSha256} and ${isOpen} for update`,
  );
}

export function lockOpenInvitationTo(tx: Tx, emailKey: string): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where email_key = ${emailKey} and ${isOpen} for update`,
  );
}

export async function endInvitationsTo(tx: Tx, emailKeys: readonly string[]): Promise<number[]> {
  const rows = await tx.many<{ invitedBy: number | null }>(sql`
    update invitations set ended_at = now()
     where invitation_id in (select invitation_id from invitations
                              where email_key = any(${emailKeys}::text[]) and ended_at is null
                              order by invitation_id for update)
    returning invited_by as "invitedBy"`);
  return rows.flatMap(({ invitedBy }) => invitedBy ?? []);
}

export async function endInvitation(tx: Tx, invitationId: number): Promise<void> {
  await tx.execute(
    sql`update invitations set ended_at = now() where invitation_id = ${invitationId} and ended_at is null`,
  );
}

/** With `role`, ends only those that grant a higher role, which has a lower number. */
export function endInvitationsOf(tx: Tx, invitedBy: number, role?: number): Promise<number> {
  const hasHigherRole = role === undefined ? sql`true` : sql`role < ${role}`;
  return tx.execute(sql`
    update invitations set ended_at = now()
     where invited_by = ${invitedBy} and ended_at is null and ${hasHigherRole}`);
}

/** Links in earlier mails become invalid. @param invitation.role the role that the invitation gives */
export async function replaceToken(
  tx: Tx,
  { invitationId, role }: { invitationId: number; role: ProvenRole },
  tokenSha256: Buffer,
): Promise<void> {
  await tx.execute(
    sql`update invitations set token_sha256 = ${tokenSha256}
      where invitation_id = ${invitationId} and role = ${role}`,
  );
}

import { type Queryable, sql, type Tx } from '@parley/db';

export type Invitation = {
  invitationId: number;
  /** Null for a link that many may use. */
  email: string | null;
  /** Null for those who confirmed their address themselves. */
  invitedBy: number | null;
  /** The link for many through which an address was confirmed; null for what somebody sent, and where joining is open. */
  linkId: number | null;
  role: number;
  channelIds: number[];
  groupIds: number[];
  includeDefaultChannels: boolean;
  notifyReferrer: boolean;
  /** Null takes the organization's text, empty sends none. */
  welcomeText: string | null;
  tokenSealed: Buffer | null;
  /** Whole seconds. */
  createdAt: number;
  /** Null never. */
  expiresAt: Date | null;
  hasEnded: boolean;
};

const columns = sql`invitation_id as "invitationId", email, invited_by as "invitedBy", link_id as "linkId", role,
  channel_ids as "channelIds", group_ids as "groupIds", include_default_channels as "includeDefaultChannels",
  notify_referrer as "notifyReferrer", welcome_text as "welcomeText", token_sealed as "tokenSealed",
  extract(epoch from created_at)::int8 as "createdAt", expires_at as "expiresAt", ended_at is not null as "hasEnded"`;

/** What was confirmed through a link ends with it; when the link expires, whoever confirmed in time may still join. */
const isOpen = sql`ended_at is null and (expires_at is null or expires_at > now())
  and not exists (select 1 from invitations as l where l.invitation_id = i.link_id and l.ended_at is not null)`;

export type NewInvitation = Omit<Invitation, 'invitationId' | 'createdAt' | 'hasEnded'> & {
  emailKey: string | null;
  tokenSha256: Buffer;
};

/** An earlier invitation to the same address is to be ended before (`endInvitationsTo`). */
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

/** Makes sends of invitations take turns: the daily limit holds for all together. */
export async function lockInvitations(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7305804412)`);
}

/** Mails with invitations that people sent in the last 24 hours. */
export async function countInvitedToday(tx: Tx): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from invitations
     where email_key is not null and invited_by is not null and created_at > now() - interval '1 day'`);
  return count;
}

const maxListed = 10_000;

/** Links for many that a person has made and that were not revoked, expired ones included. */
export async function countLinks(tx: Tx, invitedBy: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from invitations
     where invited_by = ${invitedBy} and ended_at is null and email_key is null`);
  return count;
}

/** Open invitations of a person, or everybody's, the oldest first; people who join by themselves are not there. */
export function listInvitations(db: Queryable, invitedBy?: number): Promise<Invitation[]> {
  const whose = invitedBy === undefined ? sql`invited_by is not null` : sql`invited_by = ${invitedBy}`;
  return db.many<Invitation>(
    sql`select ${columns} from invitations as i where ${isOpen} and ${whose} order by invitation_id limit ${maxListed}`,
  );
}

/** An invitation, ended or not, locked until the transaction ends. */
export function lockInvitation(tx: Tx, invitationId: number): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where invitation_id = ${invitationId} for update`,
  );
}

/** The open invitation that a link stands for. */
export function findOpenInvitation(db: Queryable, tokenSha256: Buffer): Promise<Invitation | undefined> {
  return db.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where token_sha256 = ${tokenSha256} and ${isOpen}`,
  );
}

/** The same, locked: of two who follow a link at once, one after the other. */
export function lockOpenInvitation(tx: Tx, tokenSha256: Buffer): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where token_sha256 = ${tokenSha256} and ${isOpen} for update`,
  );
}

/** What an address was invited to and has not answered, locked. */
export function lockPendingOf(tx: Tx, emailKey: string): Promise<Invitation | undefined> {
  return tx.maybeOne<Invitation>(
    sql`select ${columns} from invitations as i where email_key = ${emailKey} and ${isOpen} for update`,
  );
}

/** Nobody can use what is open to an address; who sent it. */
export async function endInvitationsTo(tx: Tx, emailKey: string): Promise<number[]> {
  const rows = await tx.many<{ invitedBy: number | null }>(sql`
    update invitations set ended_at = now() where email_key = ${emailKey} and ended_at is null
    returning invited_by as "invitedBy"`);
  return rows.flatMap(({ invitedBy }) => invitedBy ?? []);
}

/** Nobody can use it any more. */
export async function endInvitation(tx: Tx, invitationId: number): Promise<void> {
  await tx.execute(
    sql`update invitations set ended_at = now() where invitation_id = ${invitationId} and ended_at is null`,
  );
}

/** Ends what a person has open to roles stronger than theirs, or everything; how many that were. */
export function endInvitationsOf(tx: Tx, invitedBy: number, role?: number): Promise<number> {
  const isTooStrong = role === undefined ? sql`true` : sql`role < ${role}`;
  return tx.execute(sql`
    update invitations set ended_at = now()
     where invited_by = ${invitedBy} and ended_at is null and ${isTooStrong}`);
}

/** A new link; the one that was sent before is worth nothing. */
export async function replaceToken(tx: Tx, invitationId: number, tokenSha256: Buffer): Promise<void> {
  await tx.execute(
    sql`update invitations set token_sha256 = ${tokenSha256} where invitation_id = ${invitationId}`,
  );
}

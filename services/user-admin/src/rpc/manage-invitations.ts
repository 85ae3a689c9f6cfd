import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type {
  CreateInvitationLinkRequest,
  CreateInvitationLinkResponse,
  ListInvitationsRequest,
  ListInvitationsResponse,
  ResendInvitationRequest,
  ResendInvitationResponse,
  RevokeInvitationRequest,
  RevokeInvitationResponse,
} from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../audit.ts';
import type { Ctx } from '../context.ts';
import {
  endInvitation,
  type Invitation,
  insertInvitation,
  listInvitations,
  lockInvitation,
  replaceToken,
} from '../db/invitations.ts';
import { type Realm, readRealm } from '../db/realm.ts';
import { isAdministrator } from '../domain/change-rules.ts';
import { decideManage } from '../domain/invitation-rules.ts';
import { ROLE } from '../domain/person.ts';
import { hashToken, newToken } from '../domain/sealing.ts';
import { invitesChanged } from '../events/people.ts';
import { checkTerms, joinLink, requireInviter } from '../invitations.ts';
import { invitationMail } from '../outbox/mail-texts.ts';
import { requireCaller } from './caller.ts';
import { noSuchInvitation } from './send-invitations.ts';

/** A link that many people may join with. */
export async function createInvitationLink(
  ctx: Ctx,
  request: CreateInvitationLinkRequest,
  call: Call,
): Promise<CreateInvitationLinkResponse> {
  ctx.writeGuard.check();
  const inviter = await requireCaller(ctx.db, call);
  const realm = await readRealm(ctx.db, ctx.config);
  await requireInviter(ctx.db, realm, inviter, 'create_multiuse_invite_group');
  const terms = await checkTerms(ctx, realm, inviter, request.terms, call);
  const token = newToken();
  await ctx.db.tx(async (tx) => {
    const invitationId = await insertInvitation(tx, {
      ...terms,
      email: null,
      emailKey: null,
      tokenSha256: hashToken(token),
      tokenSealed: ctx.linkSealer.seal(token, inviter.userId),
      invitedBy: inviter.userId,
      notifyReferrer: false,
    });
    await emit(tx, invitesChanged([inviter.userId]));
    await audit(tx, call, { action: 'invitation.link_created', details: { invitationId, role: terms.role } });
  });
  return { link: joinLink(realm, token) };
}

/** Open invitations: one's own, and everybody's for administrators. */
export async function listOpenInvitations(
  ctx: Ctx,
  _request: ListInvitationsRequest,
  call: Call,
): Promise<ListInvitationsResponse> {
  const caller = await requireCaller(ctx.db, call);
  if (caller.role === ROLE.guest || caller.isBot) throw errors.notPermitted();
  const realm = await readRealm(ctx.db, ctx.config);
  const open = await listInvitations(ctx.db, isAdministrator(caller) ? undefined : caller.userId);
  const invites = open.map((invitation) => presentInvitation(ctx, realm, invitation));
  return { invitesJson: Buffer.from(JSON.stringify(invites)) };
}

/** One of `invites` (contract, GET /invites). */
function presentInvitation(ctx: Ctx, realm: Realm, invitation: Invitation) {
  const { email, expiresAt, tokenSealed, invitedBy } = invitation;
  return {
    id: invitation.invitationId,
    invited_by_user_id: invitedBy,
    invited: invitation.createdAt,
    expiry_date: expiresAt && Math.floor(expiresAt.getTime() / 1000),
    invited_as: invitation.role,
    is_multiuse: email === null,
    ...(email === null
      ? tokenSealed && { link_url: joinLink(realm, ctx.linkSealer.open(tokenSealed, invitedBy ?? 0)) }
      : { email, notify_referrer_on_join: invitation.notifyReferrer }),
  };
}

/** An invitation or a link is worth nothing from here on. */
export async function revokeInvitation(
  ctx: Ctx,
  { invitationId, isLink }: RevokeInvitationRequest,
  call: Call,
): Promise<RevokeInvitationResponse> {
  ctx.writeGuard.check();
  await ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    const invitation = await lockInvitation(tx, invitationId);
    if (!invitation || invitation.invitedBy === null || (invitation.email === null) !== isLink) {
      throw noSuchInvitation();
    }
    decideManage(caller, invitation);
    if (invitation.hasEnded) {
      throw isLink ? errors.badRequest('Invitation has already been revoked') : noSuchInvitation();
    }
    await endInvitation(tx, invitationId);
    await emit(tx, invitesChanged([invitation.invitedBy]));
    await audit(tx, call, { action: 'invitation.revoked', details: { invitationId } });
  });
  return {};
}

/** The mail once more, with a new link: the one sent before is worth nothing. */
export async function resendInvitation(
  ctx: Ctx,
  { invitationId }: ResendInvitationRequest,
  call: Call,
): Promise<ResendInvitationResponse> {
  ctx.writeGuard.check();
  await ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    const invitation = await lockInvitation(tx, invitationId);
    const { email = null, invitedBy = null, expiresAt = null } = invitation ?? {};
    if (!invitation || email === null || invitedBy === null || invitation.hasEnded) throw noSuchInvitation();
    decideManage(caller, invitation);
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw noSuchInvitation();
    const realm = await readRealm(tx, ctx.config);
    const token = newToken();
    await replaceToken(tx, invitationId, hashToken(token));
    await ctx.outbox.queue(tx, {
      mail: invitationMail(email, realm, { inviter: caller, link: joinLink(realm, token), expiresAt }),
    });
    await emit(tx, invitesChanged([invitedBy]));
    await audit(tx, call, { action: 'invitation.sent_again', details: { invitationId } });
  });
  ctx.outbox.kick();
  return {};
}

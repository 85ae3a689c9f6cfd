import { errors } from '@parley/core';
import type { Realm } from '../../kernel/domain/realm.ts';
import type { Invitation } from '../db/invitations.ts';

/** One answer for links that ended, were used, or never were. */
export const badLink = () =>
  errors.badRequest('The link is not valid any more. Please ask for a new invitation.');

/** Whoever confirmed an address without anybody's invitation or link joins only while that is open to all. */
export const isStillWanted = ({ invitedBy, linkId }: Invitation, { settings }: Realm): boolean =>
  invitedBy !== null || linkId !== null || !settings.invite_required;

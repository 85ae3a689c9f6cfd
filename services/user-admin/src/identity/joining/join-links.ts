import { errors } from '@parley/core';
import type { OrganizationSettings } from '@parley/settings';
import type { Organization } from '../../kernel/domain/organization.ts';
import type { Invitation } from '../db/invitations.ts';

/** Returns the address of the page for joining with a token. */
export const joinLink = ({ publicUrl }: Organization, token: string): string => `${publicUrl}/join/${token}`;

/** Refuses with the same words links that ended, were used, or never existed. */
export const invalidLink = () =>
  errors.badRequest('The link is not valid any more. Please ask for a new invitation.');

/** Whether an address that was confirmed without an invitation or reusable link may still join: only while anybody may. */
export const isStillAccepted = ({ invitedBy, linkId }: Invitation, settings: OrganizationSettings): boolean =>
  invitedBy !== null || linkId !== null || !settings.invite_required;

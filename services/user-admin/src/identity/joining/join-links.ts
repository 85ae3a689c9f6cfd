import { errors } from '@parley/core';
import type { OrganizationSettings } from '@parley/settings';
import type { Organization } from '../../kernel/domain/organization.ts';
import type { Invitation } from '../db/invitations.ts';

/** Returns the URL of the page on which the owner of a token joins. */
export const joinLink = ({ publicUrl }: Organization, token: string): string => `${publicUrl}/join/${token}`;

/** Returns the error for a link that expired, was used, or never existed. All three get the same message. */
export const invalidLink = () =>
  errors.badRequest('The link is not valid any more. Please ask for a new invitation.');

/**
 * Returns whether a confirmed address may still join. Without an invitation or reusable link, it may join only while
 * the organization requires no invitation.
 */
export const isStillAccepted = ({ invitedBy, linkId }: Invitation, settings: OrganizationSettings): boolean =>
  invitedBy !== null || linkId !== null || !settings.invite_required;

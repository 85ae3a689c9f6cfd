import { errors } from '@parley/core';
import type { OrganizationSettings } from '@parley/settings';
import type { Organization } from '../../kernel/domain/organization.ts';
import type { Invitation } from '../db/invitations.ts';

export const joinLink = ({ publicUrl }: Organization, token: string): string => `${publicUrl}/join/${token}`;

/** Returns the error for a link that has expired, was used, or never existed. The message is the same in all cases. */
export const invalidLink = () =>
  errors.badRequest('The link is not valid any more. Please ask for a new invitation.');

/** Without an inviter and a link, the person joins uninvited: valid only while nobody needs an invitation. */
export const isStillAccepted = ({ invitedBy, linkId }: Invitation, settings: OrganizationSettings): boolean =>
  invitedBy !== null || linkId !== null || !settings.invite_required;

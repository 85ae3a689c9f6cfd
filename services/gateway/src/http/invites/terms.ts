import type { InvitationTerms } from '@parley/proto/useradmin/v1/joining';
import { z } from 'zod';
import { boolean, freeText, int32, integer, json } from '../../edge/declaration/parameter.ts';
import { channelIdSchema } from '../schemas.ts';

const idsSchema = z.array(channelIdSchema).max(1_000);

/** Parameters of both invitations by e-mail and invitation links. */
export const termsShape = {
  invite_expires_in_minutes: integer({ ...int32, min: 1 })
    .nullable()
    .optional()
    .describe('Null never expires.'),
  invite_as: integer(int32).default(400).describe('Role: 100, 200, 300, 400 or 600.'),
  group_ids: json(idsSchema).default([]),
  include_realm_default_subscriptions: boolean().default(false),
  welcome_message_custom_text: freeText()
    .nullable()
    .optional()
    .describe('For administrators. Null takes the organization’s text, the empty text sends none.'),
};

/** Declares the parameter for the channels to which invited users are subscribed. */
export const streamIds = () => json(idsSchema);

type Values = {
  invite_expires_in_minutes: number | null | undefined;
  invite_as: number;
  stream_ids: number[];
  group_ids: number[];
  include_realm_default_subscriptions: boolean;
  welcome_message_custom_text: string | null | undefined;
};

/** Converts the values of `termsShape` and of the channel IDs to fields of a request to user-admin. */
export const termsOf = (values: Values): InvitationTerms => ({
  inviteAs: values.invite_as,
  expiresInMinutes: values.invite_expires_in_minutes ?? 0,
  neverExpires: values.invite_expires_in_minutes === null,
  channelIds: values.stream_ids,
  groupIds: values.group_ids,
  includeDefaultChannels: values.include_realm_default_subscriptions,
  welcomeText: values.welcome_message_custom_text ?? undefined,
});

import { credential } from '@parley/api';
import { personOf } from '@parley/rpc';
import { handOut } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { streamIds, termsOf, termsShape } from './terms.ts';

export const createInviteLink = route({
  method: 'POST',
  path: '/invites/multiuse',
  operation: 'create-invite-link',
  summary: 'Creates a link that any number of users may join with.',
  auth: 'required',
  params: params({ stream_ids: streamIds().default([]), ...termsShape }),
  answer: z.strictObject({
    invite_link: credential('invitation link'),
  }),
  async handle(ctx, values, { call }) {
    const { link } = await ctx.rpc.userAdmin.createInvitationLink({ terms: termsOf(values) }, call);
    return ok({ invite_link: handOut('invitation link', link, { ...personOf(call), isMaker: true }) });
  },
});

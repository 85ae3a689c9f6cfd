import { ok, raw } from '../../edge/envelope.ts';
import { boolean, freeText, integer, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const parts = {
  status_text: freeText().optional().describe('At most 60 characters; empty for none.'),
  emoji_name: text().optional().describe('Empty for none.'),
  emoji_code: text().optional(),
  reaction_type: text().optional(),
};

const userId = () => integer({ min: 0 }).inPath();

export const updateStatus = route({
  method: 'POST',
  path: '/users/me/status',
  operation: 'update-status',
  summary: 'What the caller says about themselves.',
  auth: 'required',
  params: params({ ...parts, away: boolean().optional().deprecated() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateUserStatus(
      {
        userId: 0,
        statusText: values.status_text,
        emojiName: values.emoji_name,
        emojiCode: values.emoji_code,
        reactionType: values.reaction_type,
        away: values.away,
      },
      call,
    );
    return ok();
  },
});

export const updateStatusForUser = route({
  method: 'POST',
  path: '/users/{user_id}/status',
  operation: 'update-status-for-user',
  summary: "Another person's status, by an administrator.",
  auth: 'required',
  params: params({ user_id: userId(), ...parts }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateUserStatus(
      {
        userId: values.user_id,
        statusText: values.status_text,
        emojiName: values.emoji_name,
        emojiCode: values.emoji_code,
        reactionType: values.reaction_type,
      },
      call,
    );
    return ok();
  },
});

export const getUserStatus = route({
  method: 'GET',
  path: '/users/{user_id}/status',
  operation: 'get-user-status',
  summary: 'What a person says about themselves.',
  auth: 'required',
  params: params({ user_id: userId() }),
  async handle(ctx, values, { call }) {
    const { statusJson } = await ctx.rpc.userAdmin.getUserStatus({ userId: values.user_id }, call, {
      idempotent: true,
    });
    return ok({ status: raw(statusJson) });
  },
});

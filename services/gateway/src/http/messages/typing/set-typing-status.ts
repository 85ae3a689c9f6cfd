import { errors } from '@parley/core';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { integer, json, messageText, oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

const maxRecipients = 1_000;

export const setTypingStatus = route({
  method: 'POST',
  path: '/typing',
  operation: 'set-typing-status',
  summary: 'Notifies recipients that the caller started or stopped typing.',
  auth: 'required',
  changes: 'nothing',
  awaits: 'facts',
  params: params({
    type: oneOf(['direct', 'stream', 'channel', 'private']).default('direct'),
    op: oneOf(['start', 'stop']),
    to: json(z.array(z.int().positive()).max(maxRecipients)).optional(),
    stream_id: integer({ min: 0 }).optional(),
    topic: messageText().optional(),
  }),
  async handle(ctx, { type, op, to, stream_id: channelId, topic }, { call }) {
    if (type === 'direct' || type === 'private') {
      if (to === undefined) throw errors.missingParameter('to');
      await ctx.rpc.messaging.signalTyping({ op, place: { $case: 'direct', direct: { userIds: to } } }, call);
      return ok();
    }
    if (channelId === undefined) throw errors.badRequest('Missing channel ID');
    if (topic === undefined) throw errors.badRequest('Missing topic');
    await ctx.rpc.messaging.signalTyping(
      { op, place: { $case: 'channel', channel: { channelId, topic } } },
      call,
    );
    return ok();
  },
});

import { z } from 'zod';
import { reactionSchema } from '../objects/message.ts';
import { eventWithOp } from './event.ts';

const reactionMembers = { message_id: z.int(), ...reactionSchema.shape };

/** Events about messages, by `type` or `type/op`. */
export const messageEvents = {
  'reaction/add': eventWithOp('reaction', 'add', reactionMembers),
  'reaction/remove': eventWithOp('reaction', 'remove', reactionMembers),
};

import { ok } from '../../edge/answer/envelope.ts';
import { queueIdText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const deleteQueue = route({
  method: 'DELETE',
  path: '/events',
  operation: 'delete-queue',
  summary: 'Deletes an event queue.',
  auth: 'required',
  changes: 'nothing',
  awaits: 'nothing',
  params: params({ queue_id: queueIdText() }),
  async handle(ctx, { queue_id }, { call }) {
    const eventQueue = ctx.polls.replicaOf(queue_id) ?? ctx.rpc.eventQueue;
    await eventQueue.deleteQueue({ queueId: queue_id }, call);
    return ok();
  },
});

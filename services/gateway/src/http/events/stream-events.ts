import { ok, serverSentEvents } from '../../edge/answer/envelope.ts';
import { integer, queueIdText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

/** 80 to 100 % of `maxMs`, so that streams which were opened together end at different times. */
const lifetime = (maxMs: number): number => maxMs * (0.8 + 0.2 * Math.random());

/** See docs/api/events.md#streams. An extension of the API. */
export const streamEvents = route({
  method: 'GET',
  path: '/events/stream',
  operation: 'stream-events',
  summary: 'Sends events of a queue as they come, as server-sent events.',
  auth: 'required',
  awaits: 'nothing',
  isLongPoll: true,
  sendsEvents: true,
  params: params({
    queue_id: queueIdText(),
    last_event_id: integer({ min: -1 }).optional().describe('Events with larger IDs are sent.'),
  }),
  async handle(ctx, values, { call, caller, sessionSha256: tokenSha256, isOfSession }) {
    const { requestTimeoutMs, streamMs } = ctx.config;
    // A stream may last for minutes, so the verification below must not keep the request's signal and other objects in memory.
    const { signal, ...later } = call;
    const verify = (sha256: Buffer) => {
      const limits = {
        deadline: Date.now() + requestTimeoutMs,
        signal: AbortSignal.timeout(requestTimeoutMs),
      };
      return ctx.rpc.userAdmin.verifySession({ tokenSha256: sha256 }, { ...later, ...limits });
    };
    const stream = await ctx.polls.stream({
      queueId: values.queue_id,
      userId: caller.userId,
      keyScope: caller.scope,
      lastEventId: values.last_event_id,
      signal,
      deadline: Date.now() + lifetime(streamMs),
      traceparent: call.traceparent,
      verify: isOfSession && tokenSha256 ? () => verify(tokenSha256) : undefined,
    });
    return ok(serverSentEvents(stream));
  },
});

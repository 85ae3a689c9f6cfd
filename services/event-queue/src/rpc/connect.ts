import type { ConnectRequest, ConnectResponse, Poll } from '@parley/proto/eventqueue/v1/event_queue';
import type { MessageStream } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { StreamSink } from '../polls/stream-sink.ts';

/** Serves the polls of one gateway until either side ends the stream. */
export async function connect(
  ctx: Ctx,
  stream: MessageStream<ConnectRequest, ConnectResponse>,
): Promise<void> {
  const sink = new StreamSink(stream);
  const leave = ctx.gateways.add(sink);
  const receive = ({ pollId, queueId, userId, lastEventId, dontBlock, traceparent }: Poll) =>
    ctx.polls.receive(sink, { pollId, queueId, userId, lastEventId, dontBlock, traceparent });
  try {
    for await (const { frame } of stream) {
      if (frame?.$case === 'poll') receive(frame.poll);
      else if (frame?.$case === 'polls') frame.polls.polls.forEach(receive);
      else if (frame?.$case === 'cancel') ctx.polls.cancel(sink, frame.cancel.pollId);
    }
  } finally {
    leave();
    ctx.polls.drop(sink);
  }
}

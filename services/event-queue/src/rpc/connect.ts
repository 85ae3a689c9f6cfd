import type { ConnectRequest, ConnectResponse } from '@parley/proto/eventqueue/v1/event_queue';
import type { MessageStream } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { StreamSink } from '../polls/stream-sink.ts';

/** Serves the polls of one gateway over a bidirectional stream, until either side ends it. */
export async function connect(
  ctx: Ctx,
  stream: MessageStream<ConnectRequest, ConnectResponse>,
): Promise<void> {
  const sink = new StreamSink(stream);
  const leave = ctx.gateways.add(sink);
  try {
    for await (const { frame } of stream) {
      if (frame?.$case === 'poll') ctx.polls.receive(sink, frame.poll);
      else if (frame?.$case === 'polls') for (const poll of frame.polls.polls) ctx.polls.receive(sink, poll);
      else if (frame?.$case === 'cancel') ctx.polls.cancel(sink, frame.cancel.pollId);
    }
  } finally {
    leave();
    ctx.polls.drop(sink);
  }
}

import { BinaryReader } from '@bufbuild/protobuf/wire';
import { isSampled } from '@parley/core';
import { EventFact, EventTrace, SentFact } from '@parley/proto/events/v1/header';
import type { EventOutline, MessageOutline } from '@parley/proto/events/v1/log';
import { messageSentNumber } from './fact-kinds.ts';
import { LogReader } from './log-reader.ts';

const noFact: EventOutline = { factNumber: 0, message: undefined };

/** The outline of bytes that are not an `Event`. No fact has the number -1, so readers recognize this outline by it. */
const unreadable: EventOutline = { factNumber: -1, message: undefined };

/** Returns the outline of an encoded `Event`, which tells a service whether it must decode it. */
export function outlineOf(encoded: Uint8Array): EventOutline {
  try {
    const { fact } = EventFact.decode(new LogReader(encoded));
    if (fact.length === 0) return noFact;
    const [factNumber] = new BinaryReader(fact).tag();
    return { factNumber, message: factNumber === messageSentNumber ? messageOutlineOf(fact) : undefined };
  } catch {
    return unreadable;
  }
}

function messageOutlineOf(fact: Uint8Array): MessageOutline | undefined {
  const sent = SentFact.decode(new LogReader(fact)).messageSent;
  if (!sent) return undefined;
  const { sentAt, channel, uploadPaths, personalFlags, mentionsChannel, mentionsTopic } = sent;
  return {
    channelId: channel?.channelId ?? 0,
    sentAt,
    linksUploads: uploadPaths.length > 0,
    mentionsNobody: channel !== undefined && personalFlags.length === 0 && !mentionsChannel && !mentionsTopic,
  };
}

/**
 * Returns the trace context of an encoded `Event` if the trace is sampled; otherwise undefined.
 * @throws when the bytes are not an `Event`
 */
export function sampledTraceOf(encoded: Uint8Array): string | undefined {
  const { traceparent } = EventTrace.decode(new LogReader(encoded));
  return traceparent !== '' && isSampled(traceparent) ? traceparent : undefined;
}

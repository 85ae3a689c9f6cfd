import { type ErrorText, jsonBytes, type ParleyError } from '@parley/core';
import type { ConnectRequest, ConnectResponse } from '@parley/proto/eventqueue/v1/event_queue';
import type { MessageStream } from '@parley/rpc';
import type { Answer, Sink } from './poll.ts';

/** Maximum number of polls in one frame of answers. A gateway answers that many requests without yielding. */
const pollsPerFrame = 256;

/** Values in the frame are plain strings. A translatable value is converted to English. */
const flatText = ({ template, values }: ErrorText) => ({
  template,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.in('en') : String(value),
    ]),
  ),
});

type Frame = ConnectResponse['frame'];

/**
 * Writes frames to the gRPC stream of one gateway, in order. Answers for many polls are divided into several frames, and other
 * work can run between them. A gateway that reads slowly delays only its own frames.
 */
export class StreamSink implements Sink {
  readonly #stream: MessageStream<ConnectRequest, ConnectResponse>;
  #frames: Frame[] = [];
  #isPumping = false;

  constructor(stream: MessageStream<ConnectRequest, ConnectResponse>) {
    this.#stream = stream;
  }

  answer(pollIds: readonly number[], { json: eventsJson, lastEventId }: Answer, endsStreams: boolean): void {
    for (let at = 0; at < pollIds.length; at += pollsPerFrame) {
      const part = pollIds.length <= pollsPerFrame ? [...pollIds] : pollIds.slice(at, at + pollsPerFrame);
      this.#push({ $case: 'answers', answers: { pollIds: part, eventsJson, lastEventId, endsStreams } });
    }
  }

  fail(pollId: number, { code, message, text, fields, status }: ParleyError): void {
    const fieldsJson = jsonBytes(fields);
    this.#push({
      $case: 'error',
      error: { pollId, code, message, fieldsJson, status, text: flatText(text) },
    });
  }

  hello(): void {
    this.#push({ $case: 'hello', hello: { takesManyPolls: true, servesStreams: true } });
  }

  leaving(): void {
    this.#push({ $case: 'leaving', leaving: {} });
  }

  /** Ends the stream after all pending frames were written. */
  async end(): Promise<void> {
    while (this.#isPumping) await new Promise((resolve) => setImmediate(resolve));
    this.#stream.end();
  }

  #push(frame: Frame): void {
    this.#frames.push(frame);
    if (!this.#isPumping) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    while (this.#frames.length > 0) {
      const frames = this.#frames;
      this.#frames = [];
      let polls = 0;
      for (const frame of frames) {
        polls += frame?.$case === 'answers' ? frame.answers.pollIds.length : 1;
        if (!this.#stream.send({ frame })) await this.#stream.drained();
        if (polls < pollsPerFrame) continue;
        polls = 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    this.#isPumping = false;
  }
}

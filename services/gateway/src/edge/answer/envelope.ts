import { errors } from '@parley/core';
import type { EventStream } from '../../context.ts';
import type { Chunk } from './chunk.ts';

/** A value of a body that is already JSON text, in one part or several. */
export class RawJson {
  readonly parts: readonly Uint8Array[];
  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts;
  }
}

/** JSON text of an object whose members become members of the body. The gateway does not parse it. */
class Members {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Sent while its parts arrive. Each part consists of JSON values separated by commas, without brackets. */
class StreamedArray {
  readonly name: string;
  readonly parts: AsyncIterable<Uint8Array>;
  constructor(name: string, parts: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.parts = parts;
  }
}

class ServerSentEvents {
  readonly stream: EventStream;
  constructor(stream: EventStream) {
    this.stream = stream;
  }
}

class Headers {
  readonly values: ResponseHeaders;
  constructor(values: ResponseHeaders) {
    this.values = values;
  }
}

export type ResponseHeaders = Readonly<Record<string, string | string[]>>;

type Fields = Readonly<Record<string, unknown>>;

declare const answered: unique symbol;

/**
 * Parts of a successful answer: those of its body, in order, and headers. The members `result` and `msg` of the envelope are not
 * included. `Body` is the type of the body and exists only at compile time: the compiler compares it with the `answer` that the
 * route declares.
 */
export type Success<Body = unknown> = readonly Part[] & { readonly [answered]?: Body };
type Part = Fields | Unread | Headers | ServerSentEvents;

export type NoAnswer = { readonly [name: string]: never };

/** Parts whose members the gateway does not read. */
type Unread = Members | StreamedArray;

/** The members of a body as a handler passes them: each one is a value, or JSON text from the service that owns the data. */
type Given<Body> = { readonly [Name in keyof Body]: GivenValue<Body, Name> };
type GivenValue<Body, Name extends keyof Body> =
  | (object extends Pick<Body, Name> ? undefined : never)
  | Readonly<Body[Name]>
  | RawJson;
type PartOf<Body> = Unread | Headers | Partial<Given<NoInfer<Body>>>;

type Ok = {
  (): Success<NoAnswer>;
  <Body>(fields: Given<NoInfer<Body>>): Success<Body>;
  <Body>(unread: Unread | Headers | ServerSentEvents): Success<Body>;
  <Body>(...parts: readonly [PartOf<Body>, PartOf<Body>, ...PartOf<Body>[]]): Success<Body>;
};

/**
 * Returns the body of a success. Members that are `undefined` are omitted. When one object is passed, the compiler requires
 * exactly the members of the route's answer. When several parts are passed, each object may have some of these members and no
 * others, because the remaining ones may be in a part that the gateway does not read.
 * @example ok({ id }), ok({ messages: raw(response.messagesJson) }), ok(members(response.userJson))
 */
export const ok = ((...parts: readonly Part[]) => parts) as unknown as Ok;

/** Wraps JSON text of one value, in one part or several, so that the body contains it unchanged. */
export const raw = (text: Uint8Array | readonly Uint8Array[]): RawJson =>
  new RawJson(text instanceof Uint8Array ? [text] : text);

/** Wraps the JSON text of an object. Its members become members of the body. */
export const members = (bytes: Uint8Array): Members => new Members(bytes);

/**
 * Wraps an array that is sent while its parts arrive. Before the handler returns the array, it must await everything that can
 * fail early. Once the first chunk of the answer has been sent, an error can only abort the connection.
 */
export const streamedArray = (name: string, parts: AsyncIterable<Uint8Array>): StreamedArray =>
  new StreamedArray(name, parts);

/** Wraps a stream of server-sent events as an answer. No other part except headers may be passed with it. */
export const serverSentEvents = (stream: EventStream): ServerSentEvents => new ServerSentEvents(stream);

/** Wraps headers of the response, such as cookies, as a part of a success. */
export const headers = (values: ResponseHeaders): Headers => new Headers(values);

/** Returns the headers among the parts of a success; undefined when there are none. */
export function headersOf(success: Success): ResponseHeaders | undefined {
  let found: ResponseHeaders | undefined;
  for (const part of success) if (part instanceof Headers) found = { ...found, ...part.values };
  return found;
}

export type RenderedBody =
  | { kind: 'whole'; chunks: Chunk[] }
  | { kind: 'streamed'; chunks: AsyncIterable<Chunk> }
  | { kind: 'events'; stream: EventStream };

/** See docs/api/requests.md#answers. `ignored` lists the parameters that the operation ignored. */
export function renderSuccess(parts: Success, ignored: readonly string[]): RenderedBody {
  const [first] = parts;
  if (first instanceof ServerSentEvents) return { kind: 'events', stream: first.stream };
  const success = parts.filter((part) => !(part instanceof Headers));
  const tail = ignored.length === 0 ? '}' : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}`;
  if (success.some((part) => part instanceof StreamedArray)) {
    return { kind: 'streamed', chunks: renderStreamed(success, tail) };
  }
  const chunks: Chunk[] = [];
  let text = '{"result":"success","msg":""';
  for (const part of success as readonly (Fields | Members)[]) text = renderPart(part, text, chunks);
  chunks.push(text + tail);
  return { kind: 'whole', chunks };
}

/** After the text `before`. Returns text that the caller must put before the next part. */
function renderPart(part: Fields | Members, before: string, chunks: Chunk[]): string {
  if (part instanceof Members) {
    const inner = membersOf(part.bytes);
    if (inner.length === 0) return before;
    chunks.push(`${before},`, inner);
    return '';
  }
  let text = before;
  for (const name in part) {
    const value = part[name];
    if (value === undefined) continue;
    text += `,"${name}":`;
    if (value instanceof RawJson) {
      chunks.push(text, ...value.parts);
      text = '';
    } else text += JSON.stringify(value);
  }
  return text;
}

async function* renderStreamed(success: Success, tail: string): AsyncGenerator<Chunk> {
  let text = '{"result":"success","msg":""';
  for (const part of success) {
    if (!(part instanceof StreamedArray)) {
      const chunks: Chunk[] = [];
      text = renderPart(part as Fields | Members, text, chunks);
      yield* chunks;
      continue;
    }
    text += `,"${part.name}":[`;
    let isFirst = true;
    for await (const values of part.parts) {
      if (values.length === 0) continue;
      yield isFirst ? text : ',';
      yield values;
      isFirst = false;
    }
    text = isFirst ? `${text}]` : ']';
  }
  yield text + tail;
}

const openBrace = 0x7b;
const closeBrace = 0x7d;

function membersOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 2 || bytes[0] !== openBrace || bytes.at(-1) !== closeBrace) {
    throw errors.internal('A service answered with something else than an object.');
  }
  return bytes.subarray(1, -1);
}

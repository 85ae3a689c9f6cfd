import { errors } from '@parley/core';

/** A value that is JSON text already. */
export class RawJson {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** An object's members, spliced into the body without being parsed. */
class Members {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** An array that arrives in parts, each a list of values without brackets. */
class StreamedArray {
  readonly name: string;
  readonly parts: AsyncIterable<Uint8Array>;
  constructor(name: string, parts: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.parts = parts;
  }
}

/** Headers of the response; no part of the body. */
class Headers {
  readonly values: ResponseHeaders;
  constructor(values: ResponseHeaders) {
    this.values = values;
  }
}

export type ResponseHeaders = Readonly<Record<string, string | string[]>>;

type Fields = Readonly<Record<string, unknown>>;

/** A success body in parts, in order; `result` and `msg` come first by themselves. */
export type Success = readonly (Fields | Members | StreamedArray | Headers)[];

/**
 * A success body. Fields that are `undefined` are left out.
 * @example ok({ id }), ok({ messages: raw(response.messagesJson) }), ok(members(response.userJson))
 */
export const ok = (...parts: Success): Success => parts;

/** JSON text of one value, as an owner encoded it. */
export const raw = (bytes: Uint8Array): RawJson => new RawJson(bytes);

/** JSON text of an object whose members become members of the body. */
export const members = (bytes: Uint8Array): Members => new Members(bytes);

/** An array written while it arrives; everything that can fail early should have been awaited before. */
export const streamedArray = (name: string, parts: AsyncIterable<Uint8Array>): StreamedArray =>
  new StreamedArray(name, parts);

/** Headers beside the body, cookies for instance. */
export const headers = (values: ResponseHeaders): Headers => new Headers(values);

/** The headers among the parts of a success; nearly always there are none. */
export function headersOf(success: Success): ResponseHeaders | undefined {
  let found: ResponseHeaders | undefined;
  for (const part of success) if (part instanceof Headers) found = { ...found, ...part.values };
  return found;
}

/** Part of a body: text, or bytes as they came from a service. */
export type Chunk = string | Uint8Array;

export type RenderedBody =
  | { kind: 'whole'; chunks: Chunk[] }
  | { kind: 'streamed'; chunks: AsyncIterable<Chunk> };

/** Renders a success with its envelope; see docs/api/requests.md#answers. */
export function renderSuccess(parts: Success, ignored: readonly string[]): RenderedBody {
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

/** Appends a part; returns the text that is not yet in `chunks`. */
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
      chunks.push(text, value.bytes);
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

/** The inside of an object's text. */
function membersOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 2 || bytes[0] !== openBrace || bytes.at(-1) !== closeBrace) {
    throw errors.internal('A service answered with something else than an object.');
  }
  return bytes.subarray(1, -1);
}

/** Texts of files: decoding, lines, and JSON that is read piece by piece. */
import { TextDecoder } from 'node:util';
import type { Finding } from '@parley/archive';

/** Tells a reader's caller about something. */
export type Tell = (finding: Omit<Finding, 'kind'>) => void;

/** Decodes UTF-8, or what a byte order mark names. Bytes that are no text become U+FFFD, which is told once for each file. */
export async function* decoded(
  contents: AsyncIterable<Uint8Array>,
  where: string,
  tell: Tell,
): AsyncIterable<string> {
  let decoder: TextDecoder | undefined;
  let isTold = false;
  let head: Uint8Array | undefined;
  const check = (value: string): string => {
    if (!isTold && value.includes('\ufffd')) {
      isTold = true;
      tell({
        finding: 'wrong-encoding',
        where,
        example: 'The file has bytes that are no UTF-8. They are shown as \ufffd.',
      });
    }
    return value;
  };
  for await (const bytes of contents) {
    let chunk = bytes;
    if (!decoder) {
      chunk = head ? Buffer.concat([head, bytes]) : bytes;
      if (chunk.length < 3) {
        head = chunk;
        continue;
      }
      decoder = decoderFor(chunk, where, tell);
      head = undefined;
    }
    yield check(decoder.decode(chunk, { stream: true }));
  }
  if (!decoder && head) decoder = decoderFor(head, where, tell);
  if (decoder) yield check(decoder.decode(head));
}

function decoderFor(bytes: Uint8Array, where: string, tell: Tell): TextDecoder {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  if (label !== 'utf-8') {
    tell({
      finding: 'other-encoding',
      where,
      example: `The file is in ${label.toUpperCase()}, and was read as that.`,
    });
  }
  return new TextDecoder(label);
}

/** A line of a file; without text if it is longer than the limit. */
export type Line = { readonly number: number; readonly text: string | undefined };

/** Characters that one line or one element of JSON may have. */
export const maxElementLength = 16 * 1024 * 1024;

/** Yields the lines of a file that are not empty. */
export async function* lines(chunks: AsyncIterable<string>, limit = maxElementLength): AsyncIterable<Line> {
  let number = 1;
  let pieces: string[] = [];
  let length = 0;
  let isTooLong = false;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > limit) {
      isTooLong = true;
      pieces = [];
    } else if (piece !== '') pieces.push(piece);
  };
  const take = (): Line | undefined => {
    const text = pieces.join('').trim();
    const line = isTooLong ? { number, text: undefined } : text === '' ? undefined : { number, text };
    number++;
    pieces = [];
    length = 0;
    isTooLong = false;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      add(chunk.slice(from, end));
      from = end + 1;
      const line = take();
      if (line) yield line;
    }
    add(chunk.slice(from));
  }
  const line = take();
  if (line) yield line;
}

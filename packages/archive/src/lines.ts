import { errorMessage } from '@parley/core';
import { type Finding, type SourceFiles, SourceProblem } from './records.ts';

const maxLineBytes = 64 * 2 ** 20;

export type Line = { readonly where: string; readonly number: number; readonly value: unknown };

/**
 * Yields the values of a file of JSON lines. A line that is broken, too long, or in a wrong encoding is a finding, and the next ones
 * are read. Memory holds one line. @throws SourceProblem when the file is missing; a damaged file ends with a finding
 */
export async function* readJsonLines(files: SourceFiles, path: string): AsyncGenerator<Line | Finding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  for await (const line of splitLines(files, path)) {
    if ('kind' in line) {
      yield line;
      continue;
    }
    number++;
    const where = `${path}:${number}`;
    if (line.bytes === undefined) {
      yield { kind: 'finding', finding: 'broken-line', where, example: 'The line is too long.' };
      continue;
    }
    if (line.bytes.length === 0) continue;
    let text: string;
    try {
      text = decoder.decode(line.bytes);
    } catch {
      yield { kind: 'finding', finding: 'wrong-encoding', where, example: 'The line is not in UTF-8.' };
      continue;
    }
    if (text.trim() === '') continue;
    try {
      yield { where, number, value: JSON.parse(text) as unknown };
    } catch (error) {
      yield {
        kind: 'finding',
        finding: 'broken-line',
        where,
        example: errorMessage(error).slice(0, 200),
      };
    }
  }
}

async function* splitLines(
  files: SourceFiles,
  path: string,
): AsyncGenerator<{ bytes: Buffer | undefined } | Finding> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): { bytes: Buffer | undefined } => {
    const bytes = length > maxLineBytes ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts);
    [parts, length] = [[], 0];
    return { bytes };
  };
  try {
    for await (const chunk of files.open(path)) {
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (let start = 0; start < buffer.length; ) {
        const end = buffer.indexOf(10, start);
        const part = buffer.subarray(start, end < 0 ? buffer.length : end);
        length += part.length;
        // What is too long is not kept, so that memory is bounded.
        if (length <= maxLineBytes) parts.push(part);
        else parts = [];
        if (end < 0) break;
        yield take();
        start = end + 1;
      }
    }
  } catch (error) {
    if (!(error instanceof SourceProblem) || error.finding === 'missing-file') throw error;
    yield { kind: 'finding', finding: error.finding, where: error.where, example: error.message };
    return;
  }
  if (length > 0) yield take();
}

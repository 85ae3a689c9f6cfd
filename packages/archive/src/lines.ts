import { errorMessage } from '@parley/core';
import { type Finding, type SourceFiles, SourceProblem } from './records.ts';

/** What is parsed takes many times as much memory. */
const maxLineBytes = 16 * 2 ** 20;
/** Levels of lists and objects in a line. Whoever works on a value goes down into it, so the stack bounds them. */
const maxDepth = 100;

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
    if (isTooDeep(line.bytes)) {
      yield { kind: 'finding', finding: 'broken-line', where, example: 'The line is nested too deeply.' };
      continue;
    }
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

function isTooDeep(json: Buffer): boolean {
  let [depth, isInString] = [0, false];
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case 0x5c:
        if (isInString) at++;
        break;
      case 0x22:
        isInString = !isInString;
        break;
      case 0x5b:
      case 0x7b:
        if (!isInString && ++depth > maxDepth) return true;
        break;
      case 0x5d:
      case 0x7d:
        if (!isInString) depth--;
        break;
    }
  }
  return false;
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

import type { ArchiveText, TextPart } from '@parley/archive';
import { lengthOf } from '../text/split.ts';
import { append, asText, type Parts } from '../text/write.ts';

/** Room for the fences that are closed at the end of a part. */
const margin = 200;

/** Returns a text in parts within the limit, cut between lines. Blocks that a cut goes through are closed and opened again. */
export function splitContent(content: ArchiveText, limit: number): ArchiveText[] {
  const parts = typeof content === 'string' ? [content] : content;
  if (lengthOf(parts) <= limit) return [content];
  const room = Math.max(1, limit - margin);
  const texts: ArchiveText[] = [];
  const open: { marks: string; line: string }[] = [];
  let text: Parts = [];
  let length = 0;
  const cut = (): void => {
    for (const { marks } of open.toReversed()) append(text, `\n${marks}`);
    texts.push(asText(text));
    text = [];
    length = 0;
    for (const { line } of open.slice(0, 4)) append(text, `${line.slice(0, 40)}\n`);
  };
  for (const line of linesOf(parts, room)) {
    const size = lengthOf(line) + 1;
    if (length > 0 && length + size > room) cut();
    if (length > 0) append(text, '\n');
    for (const part of line) append(text, part);
    length += size;
    const [only] = line;
    if (line.length !== 1 || typeof only !== 'string') continue;
    const [, marks, info = ''] = /^ {0,3}(`{3,}|~{3,})([^`~]*)$/.exec(only) ?? [];
    if (marks === undefined) continue;
    if (info.trim() === '' && open.at(-1)?.marks === marks) open.pop();
    else if (marks.length < 20 && open.length < 4) open.push({ marks, line: only });
  }
  if (length > 0) texts.push(asText(text));
  return texts;
}

/** Yields the lines of a text; longer ones than the limit in several pieces. */
function* linesOf(parts: readonly TextPart[], room: number): Iterable<TextPart[]> {
  let line: TextPart[] = [];
  for (const part of parts) {
    if (typeof part !== 'string') {
      if (lengthOf(line) + lengthOf([part]) > room) {
        yield line;
        line = [];
      }
      line.push(part);
      continue;
    }
    for (const [index, piece] of part.split('\n').entries()) {
      if (index > 0) {
        yield line;
        line = [];
      }
      for (let rest = piece; rest !== ''; ) {
        const free = room - lengthOf(line);
        if (free <= 0) {
          yield line;
          line = [];
          continue;
        }
        const end =
          rest.length <= free
            ? rest.length
            : free > 1 && /[\ud800-\udbff]/.test(rest.charAt(free - 1))
              ? free - 1
              : free;
        line.push(rest.slice(0, end));
        rest = rest.slice(end);
        if (rest !== '') {
          yield line;
          line = [];
        }
      }
    }
  }
  yield line;
}

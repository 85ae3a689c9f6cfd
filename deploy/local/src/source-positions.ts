import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A position in a built file, as stacks of errors contain it. */
const position = /(file:\/\/\/[^\s()"\\]+\.js):(\d+):(\d+)/g;

const maxKept = 50;
const kept = new Map<string, SourceMap | undefined>();

/**
 * Returns a line of a log in which positions in built files are replaced by those in their sources. Node could do this in the processes
 * themselves (`--enable-source-maps`), but would read all source maps at each start, and keep them.
 */
export const withSourcePositions = (line: string): string =>
  line.replaceAll(position, (found, file: string, row: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(row), Number(column));
    if (!origin || !('fileName' in origin)) return found;
    return `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });

function mapOf(file: string): SourceMap | undefined {
  if (!kept.has(file)) {
    if (kept.size >= maxKept) kept.clear();
    kept.set(file, readMap(file));
  }
  return kept.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return undefined; // A file of another package has none.
  }
}

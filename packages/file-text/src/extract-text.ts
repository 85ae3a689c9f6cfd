import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type FileDescription, isPlainText, readFile } from './read-file.ts';
import { defaultLimits, type FileText, type FileTextLimits, type FileTextStatus } from './types.ts';

/** How a file is read. */
export interface ExtractOptions extends FileDescription {
  /** Limits that differ from `defaultLimits`. */
  readonly limits?: Partial<FileTextLimits>;
}

// Tests run sources. A process starts several times faster with what was built, if there is a build; otherwise it needs to find sources of
// packages, too.
const built = fileURLToPath(new URL('../dist/read-file-worker.js', import.meta.url));
const isSource = import.meta.filename.endsWith('.ts') && !existsSync(built);
const worker = isSource ? fileURLToPath(new URL('./read-file-worker.ts', import.meta.url)) : built;
const pageSize = 4_096;
/** Linux counts the time of processes in hundredths of a second. */
const tickMs = 10;
const watchEveryMs = 50;
/** Types whose bytes hold no text that people read. A drawing in SVG is a text. */
const withoutText = /^(?:image\/(?!svg)|audio\/|video\/|font\/)/;

/** Plain texts up to this size are read in this process: starting another one costs a hundred times as much as decoding them. */
const plainBytes = 32 * 1024;

const noText = (status: FileTextStatus): FileText => ({ status, text: '', isCut: false, words: '' });

/**
 * Returns the text of a file. A process of its own reads it, unless it is a short plain text: without network, without rights to write files or to start
 * programs, with limits for time and memory, and with low priority. It ends with the file.
 *
 * @param input a path, bytes, or a stream, which is read to its end or destroyed
 * @throws Error when the machine is too busy to read it in time, or the input fails
 */
export async function extractText(
  input: string | Uint8Array | Readable,
  { name, type, limits }: ExtractOptions,
): Promise<FileText> {
  const bounds = { ...defaultLimits, ...limits };
  const stream =
    typeof input === 'string'
      ? createReadStream(input)
      : Readable.from(input instanceof Readable ? input : [input]);
  if (withoutText.test(type)) {
    stream.destroy();
    return noText('unsupported');
  }
  const file = { name: name.slice(-255), type };
  const { chunks, isWhole, rest } = await beginning(stream);
  const bytes = Buffer.concat(chunks);
  if (isWhole && bytes.length <= bounds.maxBytes && isPlainText(bytes, file))
    return readFile(bytes, file, bounds);
  const child = start(file, bounds);
  let refused: FileTextStatus | undefined;
  const refuse = (status: FileTextStatus): void => {
    refused ??= status;
    child.kill('SIGKILL');
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    refuse('too_large');
  }, bounds.maxMs);
  const watch = setInterval(() => {
    const { memory, processorMs } = usageOf(child);
    if (memory > bounds.maxMemory || processorMs > bounds.maxProcessorMs) refuse('too_large');
  }, watchEveryMs);
  try {
    const [output, code] = await Promise.all([
      collect(child, bounds, refuse),
      exitCode(child),
      feed(rest, child, bounds, refuse),
    ]);
    if (isLate) throw new Error(`Reading a file took more than ${bounds.maxMs} ms.`);
    if (refused !== undefined) return noText(refused);
    // V8 aborts the process when its heap is full.
    if (code !== 0) return noText(code === null || code === 134 ? 'too_large' : 'broken');
    return JSON.parse(output) as FileText;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    child.kill('SIGKILL');
    stream.destroy();
  }
}

function start(file: FileDescription, limits: FileTextLimits): ChildProcess {
  const heap = Math.floor(limits.maxMemory / 2 / (1024 * 1024));
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-fs-read=*',
      `--max-old-space-size=${heap}`,
      ...(isSource ? ['--conditions=parley-source'] : []),
      worker,
      JSON.stringify({ file, limits }),
    ],
    { stdio: ['pipe', 'ignore', 'ignore', 'pipe'], env: {}, cwd: '/' },
  );
  try {
    if (child.pid !== undefined) setPriority(child.pid, 10);
  } catch {} // it has already ended
  return child;
}

/** Returns the resident memory and the processor time that a process uses; zeros when it has ended. */
function usageOf({ pid }: ChildProcess): { memory: number; processorMs: number } {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    // The name of the program, which is in parentheses, may contain blanks. User and system time are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { memory: pages * pageSize, processorMs: (Number(fields[11]) + Number(fields[12])) * tickMs };
  } catch {
    return { memory: 0, processorMs: 0 };
  }
}

function exitCode(child: ChildProcess): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', (code) => resolve(code));
  return promise;
}

/** Reads the beginning of a stream: all of a short one. `rest` yields everything, the beginning included. */
async function beginning(
  stream: Readable,
): Promise<{ chunks: Uint8Array[]; isWhole: boolean; rest: AsyncIterable<Uint8Array> }> {
  const reading = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (length <= plainBytes) {
    const { value, done } = await reading.next();
    isWhole = done === true;
    if (isWhole) break;
    chunks.push(value);
    length += value.length;
  }
  async function* rest(): AsyncIterable<Uint8Array> {
    yield* chunks;
    for (let next = await reading.next(); !next.done; next = await reading.next()) yield next.value;
  }
  return { chunks, isWhole, rest: rest() };
}

async function feed(
  contents: AsyncIterable<Uint8Array>,
  child: ChildProcess,
  { maxBytes }: FileTextLimits,
  refuse: (status: FileTextStatus) => void,
): Promise<void> {
  const target = child.stdin;
  if (!target) throw new Error('The process takes no input.');
  // The process may end before it has read everything.
  target.on('error', () => {});
  let bytes = 0;
  for await (const chunk of contents) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      refuse('too_large');
      return;
    }
    if (target.destroyed || child.exitCode !== null || child.signalCode !== null) return;
    if (!target.write(chunk)) await drained(target, child);
  }
  target.end();
}

/** Waits until a pipe accepts more, or its reader has ended. */
function drained(target: NodeJS.WritableStream, child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = (): void => {
    target.off('drain', done);
    child.off('close', done);
    resolve();
  };
  target.once('drain', done);
  child.once('close', done);
  return promise;
}

async function collect(
  child: ChildProcess,
  { maxText }: FileTextLimits,
  refuse: (status: FileTextStatus) => void,
): Promise<string> {
  // JSON writes a code unit with at most six bytes. The words have at most a megabyte in PostgreSQL, and more as text.
  const max = 6 * maxText + 16 * 1024 * 1024;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of child.stdio[3] as Readable) {
    bytes += chunk.length;
    if (bytes > max) {
      refuse('broken');
      return '';
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

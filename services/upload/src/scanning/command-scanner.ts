import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findingOf, type Scanner } from './scanner.ts';

/** Of a command's output, bytes. */
const maxOutput = 4_096;

/**
 * A scanner that is a program: the file is its standard input; it ends with 0 for harmless and 1 for harmful, as
 * `clamscan -` and `clamdscan -` do, and names what it found in its output. No shell reads the command, and nothing of
 * the service's environment but the path is given to it.
 */
export function createCommandScanner([program, ...args]: readonly string[]): Scanner {
  return {
    async scan(chunks, signal) {
      const child = spawn(program!, args, {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { PATH: process.env.PATH ?? '' },
        signal,
        killSignal: 'SIGKILL',
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(0, maxOutput);
      });
      const ended = new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      });
      // Whoever has seen enough need not read to the end.
      const [code] = await Promise.all([
        ended,
        pipeline(Readable.from(chunks, { objectMode: false }), child.stdin).catch(() => undefined),
      ]);
      if (code === 0) return { isHarmful: false };
      if (code === 1) return { isHarmful: true, finding: findingOf(output) };
      throw new Error(`The scanner ended with ${code ?? 'a signal'}.`);
    },
  };
}

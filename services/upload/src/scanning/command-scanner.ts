import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findingOf, type Scanner } from './scanner.ts';

/** Maximum length of a command's output in characters. */
const maxOutput = 4_096;

/**
 * Creates a scanner that runs a program. The program reads the file from its standard input, exits with 0 for a
 * harmless and 1 for a harmful file (like `clamscan -` and `clamdscan -`), and names what it found in its output. No
 * shell interprets the command. Of the service's environment the program gets only `PATH`.
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
      // A program may exit without reading its whole input.
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

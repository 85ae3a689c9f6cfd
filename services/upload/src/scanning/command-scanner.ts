import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { required } from '@parley/core';
import { findingOf, type Scanner } from './scanner.ts';

/** Maximum length of the program's output in characters. */
const maxOutput = 4_096;

/**
 * Creates a scanner that runs a program, which reads the file from its standard input. The exit code 0 means a harmless and 1 a
 * harmful file, as with `clamscan -` and `clamdscan -`. The output names the finding. The program is started without a shell,
 * and gets only the variable `PATH` of the service's environment.
 */
export function createCommandScanner([program, ...args]: readonly string[]): Scanner {
  return {
    async scan(chunks, signal) {
      const child = spawn(required(program, 'program that scans'), args, {
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
      // The program may exit before it has read its whole input, so errors of this pipe are ignored.
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

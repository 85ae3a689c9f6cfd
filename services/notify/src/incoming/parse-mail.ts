import { Worker } from 'node:worker_threads';
import { Semaphore } from '@parley/core';
import type { IncomingMail } from '../domain/incoming-mail.ts';
import { parseLimits } from './parse-limits.ts';
import type { ParseAnswer } from './parse-mail-worker.ts';
import { MailRefusal, unavailable } from './refusal.ts';

const parseWithinMs = 15_000;
/** Maximum heap memory of the thread for objects that live longer, in MiB. The mail itself does not count. */
const heapMib = 128;

/** The file of the worker thread: TypeScript when this file runs from source, JavaScript in a build. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './parse-mail-worker.ts' : './parse-mail-worker.js',
  import.meta.url,
);

/** Parsing takes several times the mail's size of memory. A further mail fails, and comes again. */
const turn = new Semaphore(1, 100);

/**
 * Parses a mail in a worker thread with limited time and memory.
 * @param raw the mail; it is transferred to the thread, and the caller's array is empty afterwards
 * @throws MailRefusal with 5xx when the mail cannot be parsed within the limits, and 4xx when the thread fails for another
 * reason; QueueFullError when too many mails wait
 */
export function parseMail(raw: Uint8Array<ArrayBuffer>): Promise<IncomingMail> {
  if (countParts(raw) > parseLimits.parts) throw tooComplex();
  return turn.run(() => inThread(raw));
}

function inThread(raw: Uint8Array<ArrayBuffer>): Promise<IncomingMail> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMail>();
  const worker = new Worker(workerFile, {
    workerData: raw,
    transferList: [raw.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: 16 },
    // The thread gets no environment variables, because it needs no settings and must not see secrets.
    env: {},
    execArgv: [],
  });
  const timer = setTimeout(() => reject(tooComplex()), parseWithinMs);
  worker.on('message', (answer: ParseAnswer) => {
    if ('mail' in answer) resolve(answer.mail);
    else reject(tooComplex(new Error(answer.problem)));
  });
  // Running out of memory is caused by the mail, so it is refused. Other errors are failures of the server.
  worker.on('error', (cause: NodeJS.ErrnoException) =>
    reject(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex(cause) : unavailable(cause)),
  );
  worker.on('exit', (code) => reject(unavailable(new Error(`The thread ended with code ${code}.`))));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}

const tooComplex = (cause?: unknown): MailRefusal =>
  new MailRefusal(554, 'The mail is malformed or too complex.', { cause });

/** Returns the number of lines that may begin a part of the mail. Stops counting above the limit. */
function countParts(raw: Uint8Array<ArrayBuffer>): number {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let count = 0;
  for (
    let at = bytes.indexOf('\n--');
    at >= 0 && count <= parseLimits.parts;
    at = bytes.indexOf('\n--', at + 3)
  ) {
    count++;
  }
  return count;
}

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@parley/db';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { attachmentById, attachmentsJsonOf } from '../src/db/attachments.ts';
import { begin } from '../src/receiving/begin.ts';
import { deleteAttachment } from '../src/rpc/delete-attachment.ts';
import { describeFiles } from '../src/rpc/describe-files.ts';
import { getTemporaryUrl } from '../src/rpc/get-temporary-url.ts';
import { readFile } from '../src/rpc/read-file.ts';
import { createClamdScanner } from '../src/scanning/clamd-scanner.ts';
import { createCommandScanner } from '../src/scanning/command-scanner.ts';
import type { Scanner } from '../src/scanning/scanner.ts';
import { sweep } from '../src/workers/sweep.ts';
import { callOf, contentOf, noBytes, startTestUpload, type TestUpload } from './support.ts';

const harmful = 'a file with HARMFUL bytes';

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 5) yield Buffer.from(text.slice(at, at + 5));
}

/** A fake clamd with the command INSTREAM. */
function fakeClamd(): Server {
  return createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      let [at, content] = [Buffer.byteLength('zINSTREAM\0'), ''];
      if (received.toString('latin1', 0, at) !== 'zINSTREAM\0'.slice(0, received.length)) socket.destroy();
      for (;;) {
        if (received.length < at + 4) return;
        const length = received.readUInt32BE(at);
        if (length === 0) break;
        content += received.toString('latin1', at + 4, at + 4 + length);
        at += 4 + length;
      }
      if (content.includes('BROKEN')) socket.end('INSTREAM size limit exceeded. ERROR\0');
      else if (content.includes('NEVER')) return;
      else socket.end(content.includes('HARMFUL') ? 'stream: Test.Harmful FOUND\0' : 'stream: OK\0');
    });
  });
}

const script = `let text = '';
  process.stdin.on('data', (data) => { text += data; }).on('end', () => {
    if (text.includes('NEVER')) return setInterval(() => {}, 1000);
    if (text.includes('BROKEN')) process.exit(2);
    if (text.includes('HARMFUL')) { console.log('Test.Harmful'); process.exit(1); }
  });`;

const clamd = fakeClamd();
beforeAll(async () => {
  clamd.listen(0, '127.0.0.1');
  await once(clamd, 'listening');
});
afterAll(() => {
  clamd.close();
});

describe.each<[string, () => Scanner]>([
  ['command', () => createCommandScanner([process.execPath, '-e', script])],
  ['clamd', () => createClamdScanner({ host: '127.0.0.1', port: (clamd.address() as AddressInfo).port })],
])('a scanner that is a %s', (_kind, create) => {
  const scan = (text: string, ms = 60_000) => create().scan(chunksOf(text), AbortSignal.timeout(ms));

  it('reports harmful files, and has no verdict when it is broken or slow', async () => {
    expect(await scan('a file')).toEqual({ isHarmful: false });
    expect(await scan(harmful)).toEqual({ isHarmful: true, finding: 'Test.Harmful' });
    await expect(scan('BROKEN')).rejects.toThrow(/scanner/);
    await expect(scan('NEVER', 300)).rejects.toThrow();
  });
});

it('a scanner that cannot be reached has no verdict', async () => {
  const none = createCommandScanner(['/no/such/program']);
  await expect(none.scan(chunksOf('x'), new AbortController().signal)).rejects.toThrow();
  const away = createClamdScanner({ host: '127.0.0.1', port: 1 });
  await expect(away.scan(chunksOf('x'), new AbortController().signal)).rejects.toThrow();
});

/** Scans a file of two chunks with a clamd that `reset`s the connection after the first one. The second is read afterwards. */
async function scanWithReset(first: Buffer, reset: (socket: Socket) => void) {
  const isReset = Promise.withResolvers<void>();
  const resetting = createServer((socket) => {
    socket.on('error', () => undefined).once('close', () => isReset.resolve());
    socket.once('data', () => reset(socket));
  });
  resetting.listen(0, '127.0.0.1');
  await once(resetting, 'listening');
  onTestFinished(() => void resetting.close());
  const { port } = resetting.address() as AddressInfo;
  async function* chunks() {
    yield first;
    await isReset.promise;
    await sleep(100);
    yield Buffer.from('second');
  }
  return await createClamdScanner({ host: '127.0.0.1', port }).scan(chunks(), new AbortController().signal);
}

it('clamd that resets the connection while the file is read has no verdict', async () => {
  const scan = scanWithReset(Buffer.from('first'), (socket) => socket.resetAndDestroy());
  await expect(scan).rejects.toThrow();
});

describe('clamd that answers before it has received the whole file, and resets the connection', () => {
  const scanReset = (answer: string, first: Buffer) =>
    scanWithReset(first, (socket) => {
      socket.pause();
      // The answer arrives some time before the reset, as it does when the scanner closes the connection in a regular way.
      socket.write(answer, () => setTimeout(() => socket.resetAndDestroy(), 100));
    });

  // The large chunk does not fit into the buffers of a connection, so the service waits until it can send the next one.
  it.each([
    ['waits for the file', Buffer.from('first')],
    ['waits for the connection', Buffer.alloc(32 * 2 ** 20)],
  ])('is understood while the service %s', async (_, first) => {
    const tooLarge = 'INSTREAM size limit exceeded. ERROR\0';
    await expect(scanReset(tooLarge, first)).rejects.toThrow('The scanner answered: INSTREAM size limit');
    expect(await scanReset('stream: Test.Harmful FOUND\0', first)).toMatchObject({ isHarmful: true });
  });

  it('is not believed that a file is harmless of which it knows only a part', async () => {
    await expect(scanReset('stream: OK\0', Buffer.from('first'))).rejects.toThrow();
  });
});

/**
 * Returns a fake scanner. It finds files harmful that contain `HARMFUL`, and fails for files that contain `BROKEN`, and for all
 * files while `isAway` is set. `asked` counts its scans.
 */
const testScanner = () => {
  const scanner = {
    isAway: false,
    asked: 0,
    async scan(chunks: AsyncIterable<Uint8Array>) {
      scanner.asked += 1;
      if (scanner.isAway) throw new Error('away');
      let text = '';
      for await (const chunk of chunks) text += Buffer.from(chunk).toString();
      if (text.includes('BROKEN')) throw new Error('no verdict');
      return text.includes('HARMFUL')
        ? ({ isHarmful: true, finding: 'Test.Harmful' } as const)
        : ({ isHarmful: false } as const);
    },
  };
  return scanner;
};

describe('a harmful file', () => {
  it('cannot be opened, is marked for its owner, and can be deleted', async () => {
    await using test = await startTestUpload({ scanner: testScanner(), maxFileBytes: 100_000 });
    const { ctx } = test;
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { attachmentId, pathId } = await test.upload(
      1,
      Buffer.concat([image, Buffer.from(harmful)]),
      'a.png',
    );
    const refused = { code: 'ACCESS_DENIED', status: 403, message: expect.stringContaining('Test.Harmful') };
    await expect(contentOf(ctx, 1, pathId)).rejects.toMatchObject(refused);
    await expect(getTemporaryUrl(ctx, { pathId }, callOf(1))).rejects.toMatchObject(refused);
    const thumbnail = { $case: 'thumbnail', thumbnail: { pathId, format: '840x560.webp' } } as const;
    const reading = { file: thumbnail, range: '', ifRange: '', ifNoneMatch: '', headOnly: false };
    await expect(readFile(ctx, reading, noBytes, callOf(1))).rejects.toMatchObject(refused);
    // A person who may not read the file must not learn that it exists.
    await expect(contentOf(ctx, 2, pathId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { files } = await describeFiles(ctx, { pathIds: [pathId] }, callOf(1));
    expect(files).toMatchObject([{ width: undefined, thumbnailUrl: '' }]);
    expect(JSON.parse(await attachmentsJsonOf(test.db, 1))).toMatchObject([{ name: '[quarantined] a.png' }]);
    await deleteAttachment(ctx, { attachmentId }, callOf(1));
    expect(await attachmentById(test.db, attachmentId)).toBeUndefined();
  });
});

describe('a file that could not be scanned', () => {
  it('stays closed until it is scanned', async () => {
    const scanner = testScanner();
    await using test = await startTestUpload({ scanner });
    scanner.isAway = true;
    const [good, bad] = [await test.upload(1, 'good'), await test.upload(1, harmful)];
    const waiting = { code: 'ACCESS_DENIED', message: expect.stringContaining('not been checked') };
    await expect(contentOf(test.ctx, 1, good.pathId)).rejects.toMatchObject(waiting);
    await sweep(test.ctx);
    await expect(contentOf(test.ctx, 1, good.pathId)).rejects.toMatchObject(waiting);
    scanner.isAway = false;
    // The failed sweep has claimed both files for some time, so the test makes them due.
    await test.db.execute(sql`update attachments set scan_due_at = now()`);
    await sweep(test.ctx);
    expect(await contentOf(test.ctx, 1, good.pathId)).toBe('good');
    await expect(contentOf(test.ctx, 1, bad.pathId)).rejects.toMatchObject({
      message: expect.stringContaining('Test.Harmful'),
    });
  });
});

describe('a sweep', () => {
  /** Uploads files while the scanner is away, and returns a function that reads which of them have no verdict. */
  const uploadUnscanned = async (
    test: TestUpload,
    scanner: ReturnType<typeof testScanner>,
    contents: readonly string[],
  ) => {
    scanner.isAway = true;
    for (const content of contents) await test.upload(1, content);
    Object.assign(scanner, { isAway: false, asked: 0 });
    return async () => {
      const rows = await test.db.many<{ state: string }>(
        sql`select scan_state as state from attachments order by attachment_id`,
      );
      return contents.filter((_, n) => rows[n]!.state === 'pending');
    };
  };
  /** Ends the claims of earlier sweeps, as if time had passed. */
  const endClaims = ({ ctx, db }: TestUpload) =>
    db.execute(
      sql`update attachments set scan_due_at = scan_due_at - make_interval(secs => ${ctx.limits.scanMs}::float8 / 1000)`,
    );

  it('scans the other files when one cannot be scanned, and asks for this one once', async () => {
    const scanner = testScanner();
    // A claim ends after a millisecond, so only the sweep itself knows which files it has tried.
    await using test = await startTestUpload({ scanner, scanMs: 1 });
    const unscanned = await uploadUnscanned(test, scanner, ['BROKEN', 'a', 'b', 'BROKEN', 'c', 'd']);
    await sweep(test.ctx);
    expect([await unscanned(), scanner.asked]).toEqual([['BROKEN', 'BROKEN'], 6]);
  });

  it('does not ask a scanner that is away for each file, and asks for other files than the sweep before it', async () => {
    const scanner = testScanner();
    await using test = await startTestUpload({ scanner });
    const bad = Array.from({ length: 5 }, () => 'BROKEN');
    const unscanned = await uploadUnscanned(test, scanner, [...bad, 'a', 'b']);
    await sweep(test.ctx);
    expect([await unscanned(), scanner.asked]).toEqual([[...bad, 'a', 'b'], 3]);
    await endClaims(test);
    await sweep(test.ctx);
    expect(await unscanned()).toEqual(bad);
  });

  it('leaves the files that it did not reach to other replicas', async () => {
    const scanner = testScanner();
    await using test = await startTestUpload({ scanner });
    const unscanned = await uploadUnscanned(test, scanner, ['BROKEN', 'BROKEN', 'BROKEN', 'a']);
    await sweep(test.ctx);
    await sweep(test.ctx);
    expect(await unscanned()).toEqual(['BROKEN', 'BROKEN', 'BROKEN']);
  });
});

describe('limits of the operator', () => {
  it('apply to media types, file extensions and the number of files', async () => {
    await using test = await startTestUpload({
      types: ['image/*', 'text/plain'],
      refusedExtensions: ['.exe'],
      maxFiles: 2,
      maxOpenUploads: 9,
    });
    const begun = (fileName: string, contentType = '') =>
      begin(test.ctx, { fileName, contentType }, { ownerId: 1, sizeBytes: 3, metadataJson: '' });
    for (const [name, type] of [
      ['a.pdf', ''],
      ['a.png', 'application/pdf'],
      ['a.exe', 'text/plain'],
      ['a.png.EXE', 'image/png'],
      ['a.exe. .', 'image/png'],
    ]) {
      await expect(begun(name!, type)).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 });
    }
    await begun('a.png');
    await test.upload(1, 'one');
    await test.upload(1, 'two');
    await expect(begun('a.txt')).rejects.toThrow(/as many as you may/);
    await test.upload(2, 'one');
  });
});

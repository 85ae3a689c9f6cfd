import { connect } from 'node:net';
import { type Body, Network, Organization, type Person, until } from '@parley/test-kit';
import { listFiles } from '@parley/test-servers';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3, type TestS3 } from '../../../services/upload/test/s3.ts';
import { cookieSession, noise, png } from './file-kit.ts';

const partBytes = 64 * 1024;

type Content = string | Uint8Array<ArrayBuffer>;

let network: Network;
let s3: TestS3 | undefined;
let alice: Person;
let bob: Person;
let eve: Person;

async function start(kind: string) {
  s3 = kind === 'S3-compatible' ? await startS3() : undefined;
  network = await Network.start({
    replicas: { gateway: 2, upload: 2 },
    env: {
      ...s3?.env,
      PARLEY_MAX_UPLOAD_MIB: '2',
      // A fake virus scanner. Its exit code is 1 if every line contains the word.
      PARLEY_UPLOAD_SCAN_COMMAND: 'grep -aqv HARMFUL',
      PARLEY_UPLOAD_PART_BYTES: String(partBytes),
      PARLEY_UPLOAD_SWEEP_SECONDS: '1',
    },
  });
  const organization = await Organization.create(network);
  ({ alice, bob, eve } = await organization.add('alice', 'bob', 'eve'));
}

async function stop() {
  await network?.stop();
  await s3?.[Symbol.asyncDispose]();
}

const authorization = ({ email, apiKey }: Person) =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

const headersOf = (person: Person | undefined) => (person ? { authorization: authorization(person) } : {});

/** Sends a request to any gateway. */
const fetchPath = (person: Person | undefined, path: string, init: RequestInit = {}) =>
  fetch(network.gatewayUrl() + path, { ...init, headers: { ...headersOf(person), ...init.headers } });

async function send(person: Person | undefined, form: FormData) {
  const response = await fetchPath(person, '/api/v1/user_uploads', { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Body };
}

/** Uploads a file. Returns its path on the server. */
async function upload(person: Person, name: string, content: Content, type = ''): Promise<string> {
  const form = new FormData();
  form.set('file', new File([content], name, { type }));
  const { status, body } = await send(person, form);
  expect(body).toMatchObject({ result: 'success', uri: body.url, filename: expect.any(String) });
  expect(status).toBe(200);
  return body.url;
}

async function read(person: Person | undefined, path: string): Promise<string | number> {
  const response = await fetchPath(person, path);
  const text = await response.text();
  return response.ok ? text : response.status;
}

/** Reads a file that a new message links. A request waits for the link, but answers 404 if that takes long. */
const readLinked = (person: Person, path: string) =>
  until(`${person.email} may read ${path}`, async () => {
    const answer = await read(person, path);
    return answer !== 404 && answer;
  });

/**
 * Returns the names of the stored blobs. Tests compare names instead of counts, because deleted blobs may disappear at any
 * time.
 */
const storedBlobs = async (): Promise<string[]> =>
  s3?.objects() ?? (await listFiles(network.uploadDir)).filter((name) => /[0-9a-f-]{36}$/.test(name));
const newBlobs = async (before: string[]) => (await storedBlobs()).filter((name) => !before.includes(name));

describe.each(['directory', 'S3-compatible'])('on the %s store', (kind) => {
  beforeAll(() => start(kind));
  afterAll(stop);

  describe('a file', () => {
    it('is readable only by its uploader until a message links it', async () => {
      await alice.subscribe(['plans'], [alice, bob], { invite_only: true });
      const alices = await alice.register({ event_types: ['attachment'] });
      const bobs = await bob.register({ event_types: ['attachment'] });
      const url = await upload(alice, 'plan [b].txt', 'The plan');
      expect(url).toMatch(/^\/user_uploads\/1\/[0-9a-f]{36}\/plan-b\.txt$/);
      expect(await read(alice, url)).toBe('The plan');
      expect([await read(bob, url), await read(eve, url), await read(undefined, url)]).toEqual([
        404, 404, 401,
      ]);

      const messageId = await alice.send('plans', `See [plan](${url})`);
      expect(await readLinked(bob, url)).toBe('The plan');
      expect([await read(eve, url), await read(undefined, url)]).toEqual([404, 401]);

      const attachment = { name: 'plan [b].txt', path_id: url.slice('/user_uploads/'.length), size: 8 };
      const { attachments, upload_space_used } = await alice.api.get('/attachments');
      expect(attachments).toMatchObject([{ ...attachment, message_ids: [messageId] }]);
      expect(upload_space_used).toBe(8);
      await network.caughtUp();
      expect(await alices.pollNow()).toMatchObject([
        {
          type: 'attachment',
          op: 'add',
          attachment: { ...attachment, message_ids: [] },
          upload_space_used: 8,
        },
        { type: 'attachment', op: 'update', attachment: { ...attachment, message_ids: [messageId] } },
      ]);

      await expect(bob.api.delete(`/attachments/${attachments[0].id}`)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        body: { msg: 'Invalid attachment' },
      });
      await alice.api.delete(`/attachments/${attachments[0].id}`);
      expect([await read(alice, url), await read(bob, url)]).toEqual([404, 404]);
      await network.caughtUp();
      expect(await alices.pollNow()).toMatchObject([
        { type: 'attachment', op: 'remove', attachment: { id: attachments[0].id }, upload_space_used: 0 },
      ]);
      expect(await bobs.pollNow()).toEqual([]);
    });

    it('is not shared by a user who only knows its path', async () => {
      const url = await upload(alice, 'secret.txt', 'hidden');
      await eve.sendDirect([bob], `[mine](${url})`);
      expect([await read(bob, url), await read(eve, url)]).toEqual([404, 404]);
      await alice.sendDirect([bob], `[for you](${url})`);
      expect(await readLinked(bob, url)).toBe('hidden');
      expect(await read(eve, url)).toBe(404);
      // People who may read a file may share it in another conversation.
      await bob.sendDirect([eve], `[look](${url})`);
      expect(await readLinked(eve, url)).toBe('hidden');
    });

    it('is unreadable for users who lose access to the message', async () => {
      await alice.subscribe(['closed'], [alice, bob], {
        invite_only: true,
        history_public_to_subscribers: true,
      });
      const url = await upload(alice, 'a.txt', 'closed');
      await alice.send('closed', `[a](${url})`);
      expect(await readLinked(bob, url)).toBe('closed');
      await bob.unsubscribe(['closed']);
      // Gateways may use caches for up to a second. Requests after that must be refused.
      const lostAt = performance.now();
      let [askedAt, seen] = [lostAt, await read(bob, url)];
      while (seen !== 404 && askedAt < lostAt + 1_000)
        [askedAt, seen] = [performance.now(), await read(bob, url)];
      expect(seen).toBe(404);
    });

    it('is served in ranges, and answered with 304 while unchanged', async () => {
      const content = noise(3 * partBytes + 1000);
      const url = await upload(alice, 'noise.bin', content);
      const whole = await fetchPath(alice, url);
      expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
      expect(whole.headers.get('accept-ranges')).toBe('bytes');
      const etag = whole.headers.get('etag')!;
      const part = async (range: string, more = {}) => {
        const response = await fetchPath(alice, url, { headers: { range, ...more } });
        return { response, bytes: Buffer.from(await response.arrayBuffer()) };
      };
      const middle = await part(`bytes=${partBytes - 10}-${2 * partBytes + 9}`);
      expect(middle.response.status).toBe(206);
      expect(middle.response.headers.get('content-range')).toBe(
        `bytes ${partBytes - 10}-${2 * partBytes + 9}/${content.length}`,
      );
      expect(middle.bytes.equals(content.subarray(partBytes - 10, 2 * partBytes + 10))).toBe(true);
      expect((await part('bytes=-5')).bytes.equals(content.subarray(-5))).toBe(true);
      expect((await part(`bytes=${content.length}-`)).response.status).toBe(416);
      expect((await part('bytes=0-1', { 'if-range': '"other"' })).response.status).toBe(200);
      expect((await fetchPath(alice, url, { headers: { 'if-none-match': etag } })).status).toBe(304);
      const head = await fetchPath(alice, url, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(content.length));
    });

    it('that is harmful is served to no user, and its owner is notified', async () => {
      const alices = await alice.register({ event_types: ['attachment'] });
      const url = await upload(alice, 'bad.exe', 'HARMFUL');
      await network.caughtUp();
      const attachment = { name: '[quarantined] bad.exe', path_id: url.slice('/user_uploads/'.length) };
      expect(await alices.pollNow()).toMatchObject([{ type: 'attachment', op: 'add', attachment }]);
      await alice.sendDirect([bob], `[look](${url})`);
      await readLinked(bob, url);
      for (const [person, path] of [
        [alice, url],
        [bob, url],
        [bob, `/api/v1${url}`],
      ] as const) {
        const response = await fetchPath(person, path);
        expect([response.status, await response.json()]).toEqual([
          403,
          expect.objectContaining({
            result: 'error',
            code: 'ACCESS_DENIED',
            msg: expect.stringMatching(/harmful/),
          }),
        ]);
      }
      expect(await read(eve, url)).toBe(404);
    });

    it('is uploaded and read with a browser’s session, written only by its own pages', async () => {
      const { cookie, token } = await cookieSession(network, alice);
      const post = (headers: Record<string, string>) => {
        const form = new FormData();
        form.set('file', new File(['from a browser'], 'browser.txt'));
        return fetchPath(undefined, '/api/v1/user_uploads', { method: 'POST', body: form, headers });
      };
      expect((await post({ cookie })).status).toBe(403);
      const stored = await post({ cookie, 'x-csrftoken': token });
      expect(stored.status).toBe(200);
      const { url } = (await stored.json()) as { url: string };
      const response = await fetchPath(undefined, url, { headers: { cookie } });
      expect(await response.text()).toBe('from a browser');
      const others = await cookieSession(network, eve);
      expect((await fetchPath(undefined, url, { headers: { cookie: others.cookie } })).status).toBe(404);
      expect(
        (await fetchPath(undefined, url, { headers: { cookie: 'parley_session=forged-forged-forged' } }))
          .status,
      ).toBe(401);
    });

    it('may be read by pages of other sites, with CORS headers', async () => {
      const url = await upload(alice, 'a.txt', 'for all pages');
      const { headers } = await fetchPath(alice, url);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      const exposed = headers.get('access-control-expose-headers')!.split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['content-disposition', 'content-range', 'etag']));
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('is displayed inline only if it is harmless', async () => {
      const dispositionOf = async (name: string, type: string) => {
        const response = await fetchPath(alice, await upload(alice, name, '<script>alert(1)</script>', type));
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
        return response.headers.get('content-disposition')!.split(';')[0];
      };
      expect(await dispositionOf('a.png', 'image/png')).toBe('inline');
      expect(await dispositionOf('a.txt', 'text/plain; charset=utf-16')).toBe('inline');
      expect(await dispositionOf('a.svg', 'image/svg+xml')).toBe('attachment');
      expect(await dispositionOf('a.html', 'text/html')).toBe('attachment');
      expect(await dispositionOf('a.png.html', '')).toBe('attachment');
      expect(await dispositionOf('a.xml', 'text/xml')).toBe('attachment');
    });

    it('that is an image is shown in messages in a smaller size', async () => {
      const url = await upload(alice, 'dot.png', Buffer.from(png, 'base64'), 'image/png');
      await alice.sendDirect([bob], `[a dot](${url})`);
      const messages = await bob.messages([{ operator: 'dm', operand: [alice.userId] }], {
        apply_markdown: true,
      });
      const shown = url.replace('/user_uploads/', '/user_uploads/thumbnail/');
      expect(messages.at(-1)!.content).toContain(
        `<a href="${url}" title="a dot"><img src="${shown}/840x560.webp" data-original-dimensions="3x2" data-original-content-type="image/png"></a>`,
      );
      await readLinked(bob, url);
      const thumbnail = await fetchPath(bob, `${shown}/840x560.webp`);
      expect(thumbnail.headers.get('content-type')).toBe('image/webp');
      expect((await fetchPath(eve, `${shown}/840x560.webp`)).status).toBe(404);
    });

    it('that is an image is recognized by its name if the form has no type', async () => {
      const boundary = 'a-boundary';
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="dot.png"\r\n\r\n`;
      const body = Buffer.concat([
        Buffer.from(head),
        Buffer.from(png, 'base64'),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const response = await fetchPath(alice, '/api/v1/user_uploads', {
        method: 'POST',
        body,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
      const { url } = (await response.json()) as { url: string };
      expect((await fetchPath(alice, url)).headers.get('content-type')).toBe('image/png');
    });

    it('keeps a name that is safe everywhere', async () => {
      for (const name of [
        '../../etc/passwd',
        '..\\..\\boot.ini',
        '/abs.txt',
        '\u202Egnp.exe',
        'a\u0000b.txt',
        'C:\\Windows\\win.ini',
        '\uFF0E\uFF0E\uFF0Fpasswd',
        'e\u0301\u200B.txt',
        '](javascript:alert(1)).txt',
        `${'x'.repeat(5_000)}.txt`,
        'ちず.png',
        '...',
        'é',
      ]) {
        const url = await upload(alice, name, 'x');
        expect(url).toMatch(/^\/user_uploads\/1\/[0-9a-f]{36}\/(?:[A-Za-z0-9._-]|%[0-9A-F]{2})+$/);
        expect(url).not.toContain('..');
        expect(await read(alice, url)).toBe('x');
      }
    });
  });

  describe('a refused upload', () => {
    it('names the error and stores nothing', async () => {
      // Meanwhile, the texts of earlier files are read.
      const listed = async () => {
        const { attachments, ...rest } = await alice.api.get('/attachments');
        return {
          ...rest,
          attachments: (attachments as object[]).map((each) => ({ ...each, text_status: '' })),
        };
      };
      const before = await listed();
      const blobs = await storedBlobs();
      const form = (...files: [name: string, content: Content][]) => {
        const made = new FormData();
        for (const [name, content] of files) made.append('file', new File([content], name));
        return made;
      };
      const refused = async (body: FormData, status: number, msg: RegExp) => {
        const answer = await send(alice, body);
        expect([answer.status, answer.body.msg]).toEqual([status, expect.stringMatching(msg)]);
        expect(answer.body).toMatchObject({ result: 'error', code: expect.any(String) });
      };
      const noFile = new FormData();
      noFile.set('file', 'no file at all');
      await refused(noFile, 400, /must specify a file/);
      await refused(form(['a.txt', 'a'], ['b.txt', 'b']), 400, /one file at a time/);
      await refused(form(['big.bin', noise(2 * 1024 * 1024 + 1)]), 413, /larger than/);
      expect((await send(undefined, form(['a.txt', 'a']))).status).toBe(401);
      const urlencoded = await fetchPath(alice, '/api/v1/user_uploads', {
        method: 'POST',
        body: new URLSearchParams('a=b'),
      });
      expect(urlencoded.status).toBe(400);
      await brokenOff();
      expect(await listed()).toEqual(before);
      await until('nothing is left in the store', async () => (await newBlobs(blobs)).length === 0);
    });

    /** Simulates a client that disconnects in the middle of an upload. */
    async function brokenOff(): Promise<void> {
      const { hostname, port } = new URL(network.gatewayUrl());
      const socket = connect(Number(port), hostname);
      const head =
        `POST /api/v1/user_uploads HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization(alice)}\r\n` +
        'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="f"; filename="half.bin"\r\n\r\n';
      socket.write(head);
      const before = await storedBlobs();
      socket.write(noise(partBytes + 1000));
      await until('a part is stored', async () => (await newBlobs(before)).length > 0);
      socket.destroy();
    }
  });

  describe('the path of a file', () => {
    it('is refused when it is malformed or unknown', async () => {
      const url = await upload(alice, 'here.txt', 'here');
      const [, , organization, folder, name] = url.split('/');
      const paths = [
        `/user_uploads/2/${folder}/${name}`,
        `/user_uploads/${organization}/${folder}/../${folder}/${name}%00`,
        `/user_uploads/${organization}/${'0'.repeat(36)}/${name}`,
        '/user_uploads/..%2f..%2f..%2fetc%2fpasswd',
        '/user_uploads/%2fetc%2fpasswd',
        '/user_uploads/1/%ff%fe',
        '/user_uploads/',
        '/user_uploads/temporary/',
        '/user_uploads/temporary/abc.def/here.txt',
        '/user_avatars/../user_uploads/x',
        `/user_avatars/${organization}/${folder}/${name}`,
        `/user_uploads/${'a/'.repeat(400)}`,
        '/user_uploads//etc/passwd',
        '/user_uploads/..%5c..%5cboot.ini',
        '/user_uploads/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
        '/user_uploads/%ef%bc%8e%ef%bc%8e/etc/passwd',
        `/user_uploads/${organization}/${folder}/${name}`,
        `/user_uploads/${organization}/${folder}/${name}%e2%80%8b`,
        `/user_uploads/thumbnail/${organization}/${folder}/${name}/840x560.webp`,
        `/user_uploads/thumbnail/../${organization}/${folder}/${name}/840x560.webp`,
        '/user_uploads/thumbnail/',
        '/user_avatars/..%2f..%2fetc%2fpasswd',
        '/user_avatars/%00',
        '/api/v1/tus/..%2f..%2fetc%2fpasswd',
        '/api/v1/tus/%00',
        `/api/v1/tus/${'0'.repeat(36)}`,
        `/api/v1/user_uploads/${organization}/${folder}/${name}`,
        '/api/v1/user_uploads/1/..%2f..%2f/passwd',
      ];
      for (const path of paths) {
        const { status } = await fetchPath(eve, path);
        expect([path, status >= 400 && status < 500]).toEqual([path, true]);
        const { status: known } = await fetchPath(eve, path, { headers: { range: 'bytes=0-9' } });
        expect([path, known >= 400 && known < 500]).toEqual([path, true]);
      }
    });

    it('can be opened for a browser for a minute by a user who may read it', async () => {
      const url = await upload(alice, 'minute.txt', 'for a minute');
      const path = `/api/v1${url}`;
      expect((await fetchPath(eve, path)).status).toBe(404);
      const { url: temporary } = (await (await fetchPath(alice, path)).json()) as { url: string };
      expect(await read(undefined, temporary)).toBe('for a minute');
      const [, , , token, name] = temporary.split('/');
      const [body, mac] = token!.split('.');
      const later = Buffer.from(`1.${Date.now() + 1e9}`).toString('base64url');
      expect(await read(undefined, `/user_uploads/temporary/${later}.${mac}/${name}`)).toBe(404);
      expect(await read(undefined, `/user_uploads/temporary/${body}.${mac!.slice(1)}/${name}`)).toBe(404);
    });
  });

  describe('a resumable upload', () => {
    const content = noise(10 * partBytes + 77);

    function tus(options: Partial<UploadOptions> = {}) {
      const done = Promise.withResolvers<string>();
      let last = '';
      const upload = new Upload(content, {
        endpoint: `${network.gatewayUrl()}/api/v1/tus`,
        headers: { authorization: authorization(alice) },
        metadata: { filename: 'long.bin', filetype: 'application/x-long' },
        // A replica that has just started may briefly refuse requests.
        retryDelays: [10, 50, 100, ...Array<number>(60).fill(500)],
        chunkSize: 3 * partBytes,
        ...options,
        onAfterResponse: (_request, response) => {
          last = response.getBody() || last;
        },
        onSuccess: () => done.resolve(last),
        onError: (error) => done.reject(error),
      });
      return { upload, done: done.promise };
    }

    it('is interrupted, resumes at its offset on another replica, and becomes an ordinary file', async () => {
      const interrupted = Promise.withResolvers<void>();
      const first = tus({
        onProgress: (sent) => {
          if (sent > 4 * partBytes) interrupted.resolve();
        },
      });
      first.upload.start();
      await interrupted.promise;
      await first.upload.abort();
      const uploadUrl = first.upload.url!;
      const path = new URL(uploadUrl).pathname;
      const offset = async (person: Person) => {
        const response = await fetchPath(person, path, {
          method: 'HEAD',
          headers: { 'tus-resumable': '1.0.0' },
        });
        return response.ok ? Number(response.headers.get('upload-offset')) : response.status;
      };
      const kept = (await offset(alice)) as number;
      expect(kept).toBeGreaterThanOrEqual(3 * partBytes);
      expect(kept).toBeLessThan(content.length);
      expect(await offset(eve)).toBe(404);

      for (const service of ['upload', 'gateway'] as const) {
        const [replica] = network.of(service);
        await network.stopReplica(replica!);
        expect(await offset(alice)).toBeGreaterThanOrEqual(kept);
        await network.startReplica(replica!);
      }
      const second = tus({ uploadUrl: new URL(path, network.gatewayUrl()).href });
      second.upload.start();
      const { url, filename } = JSON.parse(await second.done);
      expect(filename).toBe('long.bin');
      const response = await fetchPath(alice, url);
      expect(response.headers.get('content-type')).toBe('application/x-long');
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
      expect(await offset(alice)).toBe(content.length);
      const { attachments } = await alice.api.get('/attachments');
      expect(attachments.at(-1)).toMatchObject({ name: 'long.bin', size: content.length });
    });

    it('accepts a browser’s session from its own pages, and stores a name that is safe everywhere', async () => {
      const { cookie, token } = await cookieSession(network, alice);
      const refused = tus({ headers: { cookie }, retryDelays: [] });
      refused.upload.start();
      await expect(refused.done).rejects.toThrow(/403/);
      const { upload, done } = tus({
        headers: { cookie, 'x-csrftoken': token },
        metadata: { filename: '../../\u0000\u202Eetc/pass wd', filetype: 'text/html' },
      });
      upload.start();
      const { url } = JSON.parse(await done);
      expect(url).toMatch(/^\/user_uploads\/1\/[0-9a-f]{36}\/pass-wd$/);
      const response = await fetchPath(undefined, url, { headers: { cookie } });
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    });

    it('is complete after its creation if that has all bytes, or if the file is empty', async () => {
      for (const [name, bytes] of [
        ['whole.bin', noise(partBytes)],
        ['nothing.txt', Buffer.alloc(0)],
      ] as const) {
        const done = Promise.withResolvers<string>();
        let last = '';
        new Upload(bytes, {
          endpoint: `${network.gatewayUrl()}/api/v1/tus`,
          headers: { authorization: authorization(alice) },
          metadata: { filename: name },
          retryDelays: [],
          uploadDataDuringCreation: true,
          onAfterResponse: (_request, response) => {
            last = response.getBody() || last;
          },
          onSuccess: () => done.resolve(last),
          onError: (error) => done.reject(error),
        }).start();
        const { url, filename } = JSON.parse(await done.promise);
        expect(filename).toBe(name);
        const response = await fetchPath(alice, url);
        expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
      }
      expect(await read(alice, await upload(alice, 'nothing.png', '', 'image/png'))).toBe('');
    });

    it('is refused at a wrong offset, without credentials, above the limit, and without a length', async () => {
      const ask = (
        method: string,
        path: string,
        headers: Record<string, string>,
        body?: string,
        person = alice,
      ) =>
        fetchPath(person, path, {
          method,
          headers: { 'tus-resumable': '1.0.0', ...headers },
          ...(body !== undefined && { body }),
        });
      const created = await ask('POST', '/api/v1/tus', { 'upload-length': '10' });
      expect(created.status).toBe(201);
      const path = new URL(created.headers.get('location')!, network.gatewayUrl()).pathname;
      const patch = (offset: number, body: string, person = alice) =>
        ask(
          'PATCH',
          path,
          { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          body,
          person,
        );
      expect((await patch(5, 'x')).status).toBe(409);
      expect((await patch(0, 'x', eve)).status).toBe(404);
      expect((await patch(0, 'hello')).status).toBe(204);
      expect((await patch(0, 'hello')).status).toBe(409);
      expect((await patch(5, 'more than five')).status).toBe(413);
      expect((await ask('DELETE', path, {}, undefined, eve)).status).toBe(404);
      expect((await ask('DELETE', path, {})).status).toBe(204);
      expect((await patch(5, 'x')).status).toBe(404);
      const tooLong = await ask('POST', '/api/v1/tus', { 'upload-length': String(3 * 1024 * 1024) });
      expect(tooLong.status).toBe(413);
      expect(tooLong.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(await tooLong.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      expect((await ask('POST', '/api/v1/tus', { 'upload-defer-length': '1' })).status).toBe(400);
      // Errors of the protocol library must have the same format as all other errors.
      for (const headers of [{ 'upload-length': 'ten' }, { 'upload-length': '1', 'tus-resumable': '' }]) {
        const refused = await ask('POST', '/api/v1/tus', headers);
        expect([400, 412]).toContain(refused.status);
        expect(refused.headers.get('content-type')).toMatch(/^application\/json/);
        expect(await refused.json()).toMatchObject({
          result: 'error',
          code: 'BAD_REQUEST',
          msg: expect.stringMatching(/^(?:Invalid|Tus-Resumable)/),
        });
      }
      const missing = await ask('PATCH', '/api/v1/tus/none', { 'upload-offset': '0' }, 'x');
      expect(missing.headers.get('content-type')).toMatch(/^application\/json/);
      const anonymous = await fetch(`${network.gatewayUrl()}/api/v1/tus`, { method: 'POST' });
      expect(anonymous.status).toBe(401);
      const options = await fetch(`${network.gatewayUrl()}/api/v1/tus`, { method: 'OPTIONS' });
      expect(options.headers.get('tus-extension')).toContain('creation');
    });
  });
});

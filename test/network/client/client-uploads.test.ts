import {
  type AnswerOf,
  Client,
  deleteImage,
  fileLink,
  type ImageTarget,
  uploadFile,
  uploadImage,
} from '@parley/client';
import { Network, Organization, type Person } from '@parley/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from './client-connection.ts';

// Tests the client library's guarantees for uploads.

let network: Network;
let alice: Person;
let owner: Person;

beforeAll(async () => {
  network = await Network.start({ replicas: { gateway: 2, upload: 2 } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice } = await organization.add('alice'));
});

afterAll(() => network?.stop());

const bytes = Uint8Array.from({ length: 1_500_000 }, (_, at) => (at * 31 + (at >> 8) * 7) & 0xff);
const file = () => new File([bytes], 'plan [b].bin', { type: 'application/x-plan' });

async function read(url: string): Promise<Uint8Array> {
  const authorization = `Basic ${Buffer.from(`${alice.email}:${alice.apiKey}`).toString('base64')}`;
  const response = await fetch(network.gatewayUrl() + url, { headers: { authorization } });
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns a client that loses requests or answers. `loses` decides this from the method and the number of requests with it. */
const lossyClient = (loses: (method: string, count: number) => 'request' | 'answer' | undefined): Client => {
  const counts = new Map<string, number>();
  return new Client({
    url: 'http://gateway.test',
    auth: { kind: 'key', email: alice.email, apiKey: alice.apiKey },
    fetch: async (url, init) => {
      const count = (counts.get(init.method!) ?? 0) + 1;
      counts.set(init.method!, count);
      const lost = loses(init.method!, count);
      if (lost === 'request') throw new TypeError('connection refused');
      const answer = await fetch(url.replace('http://gateway.test', network.gatewayUrl()), init);
      if (lost === 'answer') throw new TypeError('connection reset');
      return answer;
    },
  });
};

it('uploads a file in parts and reports its progress', async () => {
  const progress: number[] = [];
  const uploaded = await uploadFile(clientOf(network, alice), file(), {
    onProgress: (sent, total) => progress.push(sent / total),
  });
  expect(fileLink(uploaded)).toBe(`[plan b.bin](${uploaded.url})`);
  expect(Buffer.from(await read(uploaded.url)).equals(bytes)).toBe(true);
  expect(progress.length).toBeGreaterThan(1);
  expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  expect(progress.at(-1)).toBe(1);
});

it('uploads an empty file', async () => {
  const { url } = await uploadFile(clientOf(network, alice), new Blob([]), { name: 'empty.txt' });
  expect(await read(url)).toHaveLength(0);
});

it('resumes at the server’s offset, whichever requests and answers are lost', async () => {
  const client = lossyClient((method, count) => {
    if (method === 'PATCH') return count === 1 ? 'answer' : count === 3 ? 'request' : undefined;
    return method === 'HEAD' && count === 1 ? 'request' : undefined;
  });
  const { url } = await uploadFile(client, file());
  expect(Buffer.from(await read(url)).equals(bytes)).toBe(true);
});

it('finds the path of the file although the answer to its last part was lost', async () => {
  const small = new File(['small'], 'small.txt');
  const client = lossyClient((method, count) => (method === 'PATCH' && count === 1 ? 'answer' : undefined));
  const { url } = await uploadFile(client, small);
  expect(Buffer.from(await read(url)).toString()).toBe('small');
});

it('an upload is resumed after the page was closed', async () => {
  let location: string | undefined;
  const closed = new AbortController();
  // A closed page could not cancel the upload, so the request to cancel is lost.
  const client = lossyClient((method) => (method === 'DELETE' ? 'request' : undefined));
  const first = uploadFile(client, file(), {
    signal: closed.signal,
    onCreated: (created) => {
      location = created;
    },
    onProgress: () => closed.abort(new Error('closed')),
  });
  await expect(first).rejects.toThrow('closed');
  const { url } = await uploadFile(clientOf(network, alice), file(), { resume: location! });
  expect(Buffer.from(await read(url)).equals(bytes)).toBe(true);
});

it('a cancelled upload is deleted on the server', async () => {
  let location: string | undefined;
  const cancelled = new AbortController();
  const upload = uploadFile(clientOf(network, alice), file(), {
    signal: cancelled.signal,
    onCreated: (created) => {
      location = created;
    },
    onProgress: () => cancelled.abort(new Error('cancelled')),
  });
  await expect(upload).rejects.toThrow('cancelled');
  await expect(uploadFile(clientOf(network, alice), file(), { resume: location! })).rejects.toMatchObject({
    status: 404,
  });
});

it('reports why a file is refused', async () => {
  const tooLarge = {
    size: 10_000_000_000,
    type: '',
    name: 'huge.bin',
    slice: () => new Blob([]),
  } as unknown as Blob;
  await expect(uploadFile(clientOf(network, alice), tooLarge)).rejects.toMatchObject({ status: 413 });
});

const dot = new Blob([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
]);

it.each<
  [
    target: ImageTarget,
    state: (registered: AnswerOf<'register-queue'>) => unknown,
    uploaded: unknown,
    deleted: unknown,
  ]
>([
  [{ kind: 'own avatar' }, (state) => state.avatar_source, 'U', 'J'],
  [{ kind: 'organization icon' }, (state) => state.realm_icon_source, 'U', 'G'],
  [{ kind: 'organization logo' }, (state) => state.realm_logo_source, 'U', 'D'],
  [{ kind: 'organization logo', night: true }, (state) => state.realm_night_logo_source, 'U', 'D'],
  [
    { kind: 'emoji', name: 'dot' },
    (state) => Object.values(state.realm_emoji ?? {}).map(({ name, deactivated }) => [name, deactivated]),
    [['dot', false]],
    [['dot', true]],
  ],
])('the picture %o is uploaded and deleted', async (target, read, uploaded, deleted) => {
  const client = clientOf(network, owner);
  const present = async () => read(await client.call('register-queue', {}));
  await uploadImage(client, target, dot);
  expect(await present()).toEqual(uploaded);
  await deleteImage(client, target);
  expect(await present()).toEqual(deleted);
});

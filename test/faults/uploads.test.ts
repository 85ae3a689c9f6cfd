import { Cluster, until } from '@parley/test-kit';
import { expect, it } from 'vitest';

const mib = 1024 * 1024;
const chunkBytes = mib;

it('keeps every acknowledged byte of an upload while the processes that transfer it are killed', async () => {
  await using cluster = await Cluster.start({
    env: { PARLEY_MAX_UPLOAD_MIB: '16', PARLEY_UPLOAD_PART_BYTES: String(256 * 1024) },
  });
  const { owner } = cluster.organization;
  const headers = {
    authorization: `Basic ${Buffer.from(`${owner.email}:${owner.apiKey}`).toString('base64')}`,
    'tus-resumable': '1.0.0',
  };
  const content = Buffer.allocUnsafe(12 * mib);
  for (let at = 0; at < content.length; at += 4) content.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);

  const created = await fetch(`${cluster.url}/api/v1/tus`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(content.length),
      'upload-metadata': `filename ${Buffer.from('long.bin').toString('base64')}`,
    },
  });
  expect(created.status).toBe(201);
  const url = new URL(created.headers.get('location')!, cluster.url).href;

  /** Returns the server's upload offset, as soon as the server answers again. */
  async function offsetNow(): Promise<number> {
    let offset = -1;
    await until(
      'the upload is found',
      async () => {
        const response = await fetch(url, { method: 'HEAD', headers }).catch(() => undefined);
        if (response?.ok) offset = Number(response.headers.get('upload-offset'));
        return offset >= 0;
      },
      60_000,
    );
    return offset;
  }

  let acknowledged = 0;
  const killings: [atLeast: number, service: string][] = [
    [2 * mib, 'upload'],
    [5 * mib, 'gateway'],
    [8 * mib, 'upload'],
  ];
  let failures = 0;
  while (acknowledged < content.length) {
    const sending = fetch(url, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(acknowledged),
        'content-type': 'application/offset+octet-stream',
      },
      body: content.subarray(acknowledged, acknowledged + chunkBytes),
    });
    const answered = sending.then(
      async (response) => {
        await response.text();
        return response.ok ? Number(response.headers.get('upload-offset')) : undefined;
      },
      () => undefined,
    );
    const [atLeast, service] = killings[0] ?? [Number.POSITIVE_INFINITY, ''];
    if (acknowledged >= atLeast) {
      killings.shift();
      await cluster.kill(service);
    }
    const reached = await answered;
    if (reached === undefined) failures++;
    const found = reached ?? (await offsetNow());
    expect(found).toBeGreaterThanOrEqual(acknowledged);
    acknowledged = found;
  }
  expect(killings).toEqual([]);
  expect(failures).toBeLessThanOrEqual(20);
  const { attachments } = await owner.api.get('/attachments');
  expect(attachments).toMatchObject([{ name: 'long.bin', size: content.length }]);
  const stored = await fetch(`${cluster.url}/user_uploads/${attachments[0].path_id}`, { headers });
  expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true);
});

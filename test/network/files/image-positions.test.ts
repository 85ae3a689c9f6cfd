import { Network, Organization, type Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let network: Network;
let owner: Person;
beforeAll(async () => {
  network = await Network.start();
  ({ owner } = await Organization.create(network));
});
afterAll(() => network?.stop());

const place = 'here-51.4778-0.0015';

/** A JPEG image whose XMP says where it was taken. Of the image, only its structure matters here. */
function photo(): Uint8Array<ArrayBuffer> {
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><a exif:GPSLatitude="${place}"/></x:xmpmeta>`;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(xmp.length + 2);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
      length,
      Buffer.from(xmp),
      Buffer.from([0xff, 0xd9]),
    ]),
  );
}

const authorization = () => ({
  authorization: `Basic ${Buffer.from(`${owner.email}:${owner.apiKey}`).toString('base64')}`,
});

/** Uploads the photo in a form, and returns it as others receive it. */
async function byForm(): Promise<Buffer> {
  const form = new FormData();
  form.append('file', new Blob([photo()], { type: 'image/jpeg' }), 'photo.jpg');
  const answer = await fetch(`${network.gatewayUrl()}/api/v1/user_uploads`, {
    method: 'POST',
    headers: authorization(),
    body: form,
  });
  return download(((await answer.json()) as { url: string }).url);
}

/** Uploads the photo in two parts, as clients do that resume uploads, and returns it as others receive it. */
async function inParts(): Promise<Buffer> {
  const bytes = photo();
  const tus = { ...authorization(), 'tus-resumable': '1.0.0' };
  const begun = await fetch(`${network.gatewayUrl()}/api/v1/tus`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa('photo.jpg')}`,
    },
  });
  const location = new URL(begun.headers.get('location')!, network.gatewayUrl()).href;
  let last: Response | undefined;
  for (const [start, end] of [
    [0, 60],
    [60, bytes.length],
  ] as const) {
    last = await fetch(location, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(start), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(start, end),
    });
  }
  return download(((await last!.json()) as { url: string }).url);
}

async function download(url: string): Promise<Buffer> {
  const file = await fetch(`${network.gatewayUrl()}${url}`, { headers: authorization() });
  expect(file.status).toBe(200);
  return Buffer.from(await file.arrayBuffer());
}

describe('positions in photos', () => {
  it('are removed from uploads, unless remove_image_positions is off', async () => {
    for (const upload of [byForm, inParts]) {
      const file = await upload();
      expect(file.includes(place)).toBe(false);
      expect(file.length).toBe(photo().length);
    }
    await owner.api.patch('/realm', { remove_image_positions: false });
    await until('the setting has reached the service', async () => (await byForm()).includes(place));
    expect((await inParts()).includes(place)).toBe(true);
    await owner.api.patch('/realm', { remove_image_positions: true });
    await until('the setting has reached the service', async () => !(await byForm()).includes(place));
  });
});

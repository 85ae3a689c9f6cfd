import type { AnyNetwork, Body, Person } from '@parley/test-kit';

/** The smallest picture: one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads an image to an operation, such as `/realm/icon`. Returns the answer. */
export async function uploadImage(
  network: Pick<AnyNetwork, 'gatewayUrl'>,
  person: Person,
  path: string,
  { content = pixel, fields = {} }: { content?: Buffer | undefined; fields?: Record<string, string> } = {},
): Promise<{ status: number; body: Body }> {
  const form = new FormData();
  form.set('filename', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'image.png');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const credentials = Buffer.from(`${person.email}:${person.apiKey}`).toString('base64');
  const response = await fetch(`${network.gatewayUrl()}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Body };
}

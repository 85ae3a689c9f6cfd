import type { AnyNetwork, Person } from '@parley/test-kit';

/** Uploads a text file. Returns its path on the server. */
export async function uploadText(
  network: Pick<AnyNetwork, 'gatewayUrl'>,
  person: Person,
  name: string,
  content: string,
): Promise<string> {
  const form = new FormData();
  form.set('file', new File([content], name, { type: 'text/plain' }));
  const authorization = `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`;
  const response = await fetch(`${network.gatewayUrl()}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  return ((await response.json()) as { url: string }).url;
}

import type { Organization, Person } from '@parley/test-kit';

/** A deployment as its users reach it. */
export type Reachable = { readonly url: string; organization(): Promise<Organization> };

const authorization = ({ email, apiKey }: Person) => ({
  authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
});

/** Uploads a file. Returns its path from the root of the server. @throws unless the answer is a success */
export async function upload(
  { url }: Reachable,
  person: Person,
  name: string,
  content: string,
): Promise<string> {
  const body = new FormData();
  body.set('file', new File([content], name, { type: 'text/plain' }));
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: authorization(person),
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`An upload was answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { url: string }).url;
}

/** Returns the content of a file, or the status of a refusal. */
export async function download({ url }: Reachable, person: Person, path: string): Promise<string | number> {
  const response = await fetch(url + path, { headers: authorization(person) });
  const text = await response.text();
  return response.ok ? text : response.status;
}

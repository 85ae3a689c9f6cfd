import { Network, Organization, type Person } from '@parley/test-kit';
import { type Site, startSite } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// A GIF picture of 1 × 1 pixel.
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
let site: Site;
let network: Network;
let alice: Person;
let host: string;

beforeAll(async () => {
  site = await startSite((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/gif' }).end(gif);
  });
  ({ host } = site);
  network = await Network.start({ env: { PARLEY_UPLOAD_OUTSIDE_ALLOWED: host } });
  const organization = await Organization.create(network);
  ({ alice } = await organization.add('alice'));
});
afterAll(async () => {
  await network?.stop();
  await site?.[Symbol.asyncDispose]();
});

async function render(content: string): Promise<string> {
  const { rendered } = await alice.api.post('/messages/render', { content });
  return rendered as string;
}

describe('a picture of another host', () => {
  it('is loaded by readers from this server, without credentials', async () => {
    const html = await render(`look http://${host}/sun.gif`);
    const source = /<img src="([^"]+)">/.exec(html)![1]!;
    expect(source).toMatch(/^\/external_content\/[0-9a-f]{64}\/[0-9a-f]+$/);
    expect(html).toContain(`<a href="http://${host}/sun.gif" title="sun.gif">`);
    const response = await fetch(network.gatewayUrl() + source);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    expect(site.requests.map(({ url }) => url)).toEqual(['/sun.gif']);
  });

  it('is not requested under a forged path', async () => {
    const html = await render(`look http://${host}/moon.gif`);
    const [, , signature] = /<img src="([^"]+)">/.exec(html)![1]!.split('/');
    const other = Buffer.from(`http://${host}/secret`).toString('hex');
    for (const path of [`${signature}/${other}`, `${'0'.repeat(64)}/${other}`, other, '']) {
      const { status } = await fetch(`${network.gatewayUrl()}/external_content/${path}`);
      expect(status).toBe(404);
    }
    expect(site.requests.map(({ url }) => url)).toEqual(['/sun.gif']);
  });
});

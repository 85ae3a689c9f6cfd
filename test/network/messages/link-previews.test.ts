import type { RequestListener } from 'node:http';
import { Network, Organization, type Person, until } from '@parley/test-kit';
import { type Site, startSite } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// A GIF picture of 1 × 1 pixel.
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Serves a picture at one path, and a page with a description at every other path. */
const answer: RequestListener = (request, response) => {
  if (request.url === '/a.gif') return void response.writeHead(200, { 'content-type': 'image/gif' }).end(gif);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<html><head><meta property="og:title" content="Grüße &lt;script&gt;">
     <meta property="og:description" content="About it"><meta property="og:image" content="/a.gif"></head>`,
  );
};

let site: Site;
let network: Network;
let owner: Person;
let alice: Person;
let bob: Person;
let host: string;

beforeAll(async () => {
  site = await startSite(answer);
  ({ host } = site);
  network = await Network.start({ env: { PARLEY_UPLOAD_OUTSIDE_ALLOWED: host } });
  const organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, bob } = await organization.add('alice', 'bob'));
  await alice.subscribe(['links'], [alice, bob]);
});
afterAll(async () => {
  await network?.stop();
  await site?.[Symbol.asyncDispose]();
});

const contentOf = async (id: number): Promise<string> => {
  const { message } = await bob.api.get(`/messages/${id}`);
  return message.content;
};

describe('a link to a page of another host', () => {
  it('shows what its page says about itself, only when inline_url_embed_preview is on', async () => {
    await alice.send('links', `off http://${host}/off`, 'pages');
    await owner.api.patch('/realm', { inline_url_embed_preview: true });
    await network.caughtUp();
    const queue = await bob.register({ event_types: ['message', 'update_message'] });
    const id = await alice.send('links', `on http://${host}/on`, 'pages');
    await until('the preview is there', async () => (await contentOf(id)).includes('message_embed'));
    const html = await contentOf(id);
    expect(html).toContain(
      `<a href="http://${host}/on" title="Grüße &lt;script&gt;">Grüße &lt;script&gt;</a>`,
    );
    await until('the event came', async () => {
      await queue.pollNow();
      return queue.events.some(({ type }) => type === 'update_message');
    });
    const [update] = queue.events.filter(({ type }) => type === 'update_message');
    expect(update).toMatchObject({
      message_id: id,
      rendering_only: true,
      user_id: null,
      rendered_content: html,
    });

    const [, picture] = /url\(&quot;([^&]+)&quot;\)/.exec(html)!;
    const response = await fetch(network.gatewayUrl() + picture);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);

    await alice.api.patch(`/messages/${id}`, { content: 'nothing' });
    expect(await contentOf(id)).toBe('<p>nothing</p>');
    // No page was requested while previews were disabled.
    expect(site.requests.map(({ url }) => url)).toEqual(['/on', '/a.gif']);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Body, Cluster, until } from '@parley/test-kit';
import { expect, it } from 'vitest';

// Verifies that each message with a link gets exactly one preview, even if replicas are killed while they request the page.

const messages = 30;
const preview = '<title>a title</title><meta property="og:image" content="/a.png">';

it('adds each preview exactly once while messaging and upload are killed as they request pages', async () => {
  let requested = 0;
  const site = createServer((_request, response) => {
    requested++;
    // The delay makes it likely that a kill interrupts requests.
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(preview), 300);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  await using cluster = await Cluster.start({
    replicas: { messaging: 2, upload: 2 },
    env: { PARLEY_UPLOAD_OUTSIDE_ALLOWED: host },
  });
  const { owner } = cluster.organization;
  const { alice } = await cluster.organization.add('alice');
  await alice.subscribe(['links']);
  await owner.api.patch('/realm', { inline_url_embed_preview: true });
  await cluster.caughtUp();
  const queue = await alice.register({ event_types: ['message', 'update_message'] });
  for (let n = 0; n < messages; n++) await alice.send('links', `http://${host}/${n}`, 'pages');
  await until('pages are requested', async () => requested > 0);
  await Promise.all([cluster.kill('messaging', 1), cluster.kill('upload', 1)]);
  await Promise.all([cluster.kill('messaging', 2), cluster.kill('upload', 2)]);

  const withPreview = async (): Promise<Body[]> => {
    const { body } = await alice.api.raw('GET', '/messages?anchor=newest&num_before=100&num_after=0');
    return (body.messages ?? []).filter(({ content }: Body) => content.includes('message_embed'));
  };
  await until(
    'every message has its preview',
    async () => (await withPreview()).length === messages,
    150_000,
  );
  for (const { content } of await withPreview())
    expect(content.match(/class="message_embed"/g)).toHaveLength(1);
  await cluster.caughtUp();
  const updates = () => queue.events.filter(({ type }) => type === 'update_message');
  await until('the events came', async () => {
    await queue.pollNow();
    return updates().length >= messages;
  });
  expect(new Set(updates().map((event) => event.message_id)).size).toBe(messages);
  expect(updates()).toHaveLength(messages);
  site.closeAllConnections();
  site.close();
});

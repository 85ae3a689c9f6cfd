import { externalPicturePath } from '@parley/core';
import { sql } from '@parley/db';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import type { LinkPreview } from '@parley/proto/upload/v1/previews';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteMessages } from '../src/db/changing/deletions.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { getMessageHistory } from '../src/rpc/reading/get-message-history.ts';
import { addLinkPreviews } from '../src/workers/link-previews.ts';
import { type LoggedTestService, openLoggedTestService } from './support.ts';

let service: LoggedTestService;
/** URLs for which the fake upload service was asked, and the function that returns its answers. */
let requested: string[];
let answer: (url: string) => Promise<LinkPreview | undefined>;

const page = { title: 'A <title>', description: 'About it', pictureUrl: 'https://a.example/a.png' };
const address = 'https://a.example/page';
const plain = `<p><a href="${address}">${address}</a></p>`;
const embed = () => {
  const picture = externalPicturePath(page.pictureUrl, service.ctx.pictureKey);
  return (
    `\n<div class="message_embed"><a class="message_embed_image" href="${address}" style="background-image: url(&quot;${picture}&quot;)"></a>` +
    `<div class="data-container"><div class="message_embed_title"><a href="${address}" title="A &lt;title&gt;">A &lt;title&gt;</a></div>` +
    '<div class="message_embed_description">About it</div></div></div>'
  );
};

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world, ctx } = service;
  for (const id of [1, 2, 3, 4]) world.user(id);
  world.user(5, { isBot: true });
  world.channel(1, { inviteOnly: true });
  world.channel(2);
  world.channel(3, { inviteOnly: true, historyPublicToSubscribers: false });
  for (const channel of [1, 2, 3]) for (const id of [1, 2, 5]) world.subscribe(id, channel);
  ctx.upload = {
    describeFiles: async () => ({ files: [] }),
    findDetached: async () => ({ attachmentsJson: Buffer.from('[]') }),
    findFileTexts: async () => ({ files: [], statuses: {} }),
    getLinkPreview: async ({ url }) => {
      requested.push(url);
      return { preview: await answer(url) };
    },
  };
});
afterAll(() => service?.[Symbol.asyncDispose]());

beforeEach(async () => {
  requested = [];
  answer = async () => page;
  service.world.settings.inline_url_embed_preview = true;
  service.ctx.pictureKey = 'a key of 32 or more characters for tests';
  await service.db.execute(sql`delete from link_preview_jobs`);
  await updates();
});

const html = async (id: number, userId = 1) => {
  const { messages } = await service.read(userId, { messageIds: [id], hasMessageIds: true });
  return messages[0]!;
};
const jobs = async () => (await service.db.many(sql`select 1 from link_preview_jobs`)).length;
/** Makes all jobs due now, so that tests need not wait for delays and leases. */
const hurry = () => service.db.execute(sql`update link_preview_jobs set due_at = now()`);
/** Returns the events about previews that were emitted since the last call. */
const updates = async () =>
  (await service.emitted())
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ json }) => json.type === 'update_message' && json.rendering_only === true);
const edit = (id: number, content: string) =>
  updateMessage(
    service.ctx,
    UpdateMessageRequest.create({ messageId: id, content, propagateMode: 'change_one' }),
    service.scope(1),
  );

describe('a message that links a page', () => {
  it('gets a preview without being edited, announced once to everyone who may read it', async () => {
    const id = await service.send(1, { channel: 1 }, { content: address });
    expect((await html(id)).content).toBe(plain);
    await Promise.all([addLinkPreviews(service.ctx), addLinkPreviews(service.ctx)]);
    await addLinkPreviews(service.ctx);
    expect(requested).toEqual([address]);
    const after = await html(id);
    expect(after.content).toBe(plain + embed());
    expect(after).not.toHaveProperty('last_edit_timestamp');
    expect(after).not.toHaveProperty('edit_history');
    const request = { messageId: id, allowEmptyTopicName: false };
    const { historyJson } = await getMessageHistory(service.ctx, request, service.scope(1));
    expect(JSON.parse(historyJson.toString())).toHaveLength(1);
    const announced = await updates();
    expect(announced.map(({ json }) => json)).toEqual(
      announced.map(() => ({
        type: 'update_message',
        user_id: null,
        rendering_only: true,
        message_id: id,
        message_ids: [id],
        edit_timestamp: expect.any(Number),
        stream_id: 1,
        stream_name: expect.any(String),
        content: address,
        rendered_content: plain + embed(),
        is_me_message: false,
        flags: expect.any(Array),
      })),
    );
    // The sender has read the message, so there is a separate delivery with this flag. Nobody else has individual flags.
    expect(announced.map(({ to }) => to)).toEqual([{ userIds: [1] }, { channelId: 1 }]);
  });

  it('is announced in direct conversations to their members', async () => {
    const id = await service.send(1, { to: [2] }, { content: address });
    await addLinkPreviews(service.ctx);
    expect((await html(id, 2)).content).toContain('message_embed');
    expect((await updates()).map(({ to }) => to)).toEqual([{ userIds: [1] }, { userIds: [1, 2] }]);
  });

  it('is announced to readers of a channel with protected history only', async () => {
    await service.send(1, { channel: 3 }, { content: address });
    await addLinkPreviews(service.ctx);
    expect((await updates()).map(({ to }) => to)).toEqual([{ userIds: [1] }, { userIds: [1, 2, 5] }]);
  });

  it('keeps the preview of its newest content when it is edited while a page is requested', async () => {
    const id = await service.send(1, { channel: 1 }, { content: address });
    const slow = Promise.withResolvers<void>();
    answer = async (url) => {
      if (url === address) await slow.promise;
      return page;
    };
    const working = addLinkPreviews(service.ctx);
    await edit(id, 'no link any more');
    slow.resolve();
    await working;
    expect((await html(id)).content).toBe('<p>no link any more</p>');
    expect(await jobs()).toBe(0);
    await edit(id, 'https://b.example/');
    expect((await html(id)).content).not.toContain('message_embed');
    await addLinkPreviews(service.ctx);
    expect((await html(id)).content).toContain('<a href="https://b.example/" title="A &lt;title&gt;">');
    await edit(id, 'nothing again');
    expect((await html(id)).content).toBe('<p>nothing again</p>');
    const announced = (await updates()).map(({ json }) => json.content);
    expect(new Set(announced)).toEqual(new Set(['https://b.example/']));
  });

  it('leaves nothing behind when it is deleted meanwhile', async () => {
    const id = await service.send(1, { channel: 1 }, { content: address });
    answer = async () => {
      await service.db.tx((tx) => deleteMessages(tx, [id]));
      return page;
    };
    await addLinkPreviews(service.ctx);
    expect([await jobs(), await updates()]).toEqual([0, []]);
  });

  it('is processed by another replica when the first one dies, and gets its preview once', async () => {
    const id = await service.send(1, { channel: 1 }, { content: address });
    answer = () => new Promise(() => undefined);
    void addLinkPreviews(service.ctx);
    while (requested.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    // A second replica skips the job until the lease of the first one ends.
    await addLinkPreviews(service.ctx);
    expect(requested).toHaveLength(1);
    await hurry();
    answer = async () => page;
    await addLinkPreviews(service.ctx);
    expect((await html(id)).content).toBe(plain + embed());
  });

  it('is retried while upload fails, and given up after several attempts', async () => {
    const id = await service.send(1, { channel: 1 }, { content: address });
    answer = async () => {
      throw new Error('upload is down');
    };
    await addLinkPreviews(service.ctx);
    expect(await jobs()).toBe(1);
    await hurry();
    answer = async () => page;
    await addLinkPreviews(service.ctx);
    expect((await html(id)).content).toContain('message_embed');

    await service.send(1, { channel: 1 }, { content: address });
    answer = async () => {
      throw new Error('upload is down');
    };
    for (let attempt = 0; attempt < 8; attempt++) {
      await hurry();
      await addLinkPreviews(service.ctx);
    }
    expect(await jobs()).toBe(0);
  });

  it('waits while the organization is deactivated', async () => {
    const id = await service.send(1, { channel: 1 }, { content: address });
    service.world.isDeactivated = true;
    try {
      await addLinkPreviews(service.ctx);
    } finally {
      service.world.isDeactivated = false;
    }
    expect([requested, await jobs()]).toEqual([[], 1]);
    await addLinkPreviews(service.ctx);
    expect((await html(id)).content).toBe(plain + embed());
  });

  it('stays unchanged when its pages have no preview', async () => {
    answer = async () => undefined;
    const id = await service.send(1, { channel: 1 }, { content: address });
    await addLinkPreviews(service.ctx);
    expect([(await html(id)).content, await jobs(), await updates()]).toEqual([plain, 0, []]);
  });

  it('shows the previews in the order of its links', async () => {
    answer = async (url) => {
      if (url.endsWith('1')) await new Promise((resolve) => setTimeout(resolve, 20));
      return { ...page, title: url };
    };
    const id = await service.send(1, { channel: 2 }, { content: 'https://a.example/1 https://a.example/2' });
    await addLinkPreviews(service.ctx);
    const titles = [...(await html(id)).content.matchAll(/title="([^"]*)"/g)].map(([, title]) => title);
    expect(titles).toEqual(['https://a.example/1', 'https://a.example/2']);
  });
});

describe('no page is requested', () => {
  it.each<[string, () => void, number, string]>([
    ['without the setting', () => (service.world.settings.inline_url_embed_preview = false), 1, address],
    ['without pictures of other hosts', () => (service.ctx.pictureKey = ''), 1, address],
    ['for bots', () => undefined, 5, address],
    ['for messages of actions', () => undefined, 1, `/me reads ${address}`],
    ['for links in quotes', () => undefined, 1, `> ${address}`],
    ['for links to this server', () => undefined, 1, 'http://parley.test/help'],
  ])('%s', async (_, change, userId, content) => {
    change();
    await service.send(userId, { channel: 1 }, { content });
    expect(await jobs()).toBe(0);
  });

  it('when the setting is switched off after the message was sent', async () => {
    const id = await service.send(1, { channel: 1 }, { content: address });
    service.world.settings.inline_url_embed_preview = false;
    await addLinkPreviews(service.ctx);
    expect([requested, await jobs(), (await html(id)).content]).toEqual([[], 0, plain]);
  });
});

import type { FindFileTextsRequest, FindFileTextsResponse } from '@parley/proto/upload/v1/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMessages } from '../src/db/messages.ts';
import { findFiles } from '../src/rpc/find-files.ts';
import { newMessage } from './new-message.ts';
import { openTestService, type TestService } from './support.ts';

// Files that messages link, over all pages. Channel 1 is readable, channel 2 is not.
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  world.user(1);
  world.channel(1);
  world.channel(2, { inviteOnly: true });
  world.subscribe(1, 1);
});

afterAll(() => service[Symbol.asyncDispose]());

const linking = (path: string, content: string, channelId = 1) =>
  newMessage({
    channelId,
    content,
    hasAttachment: true,
    renderedContent: `<p>${content} <a href="/user_uploads/${path}">file</a></p>`,
  });

/** Returns the paths of all pages, and their number. */
async function everyPage(query: string, limit: number): Promise<{ paths: string[]; pages: number }> {
  const paths: string[] = [];
  let page = '';
  for (let pages = 1; ; pages++) {
    const request = { query, limit, page };
    const { files, nextPage } = await findFiles(service.ctx, request, service.scope(1));
    expect(files.length).toBeLessThanOrEqual(limit);
    paths.push(...files.map(({ pathId }) => pathId));
    if (nextPage === '') return { paths, pages };
    expect(nextPage).not.toBe(page);
    page = nextPage;
  }
}

async function insertAll(messages: ReturnType<typeof newMessage>[]): Promise<number[]> {
  const ids: number[] = [];
  for (let first = 0; first < messages.length; first += 100)
    ids.push(...(await insertMessages(service.db, messages.slice(first, first + 100))).map((id) => id!));
  return ids;
}

/** Lets `upload` know files by their texts, with the messages that link them. */
function withTexts(texts: ReadonlyMap<string, readonly number[]>): void {
  const answer = (request: FindFileTextsRequest): FindFileTextsResponse => {
    const before = request.beforeMessageId || Number.POSITIVE_INFINITY;
    const files = Array.from(texts, ([pathId, messageIds]) => ({
      pathId,
      name: pathId,
      context: '',
      messageIds: messageIds
        .filter((id) => id < before)
        .sort((a, b) => b - a)
        .slice(0, 25),
    })).filter(({ messageIds }) => messageIds.length > 0);
    files.sort((a, b) => b.messageIds[0]! - a.messageIds[0]!);
    return { files: files.slice(0, request.limit), statuses: {} };
  };
  service.ctx.upload = {
    ...service.ctx.upload!,
    findFileTexts: async (request) => answer(request as FindFileTextsRequest),
  };
}

describe('files of a search', () => {
  it('are all found, page by page, however many messages fit', async () => {
    withTexts(new Map());
    const count = 1_203;
    await insertAll(Array.from({ length: count }, (_, n) => linking(`1/a/gnu-${n}.txt`, `a gnu ${n}`)));
    await insertAll(Array.from({ length: 40 }, (_, n) => linking(`1/b/hidden-${n}.txt`, 'a gnu', 2)));
    const { paths, pages } = await everyPage('gnu', 50);
    expect(new Set(paths)).toEqual(new Set(Array.from({ length: count }, (_, n) => `1/a/gnu-${n}.txt`)));
    expect(paths).toHaveLength(count);
    expect(pages).toBeLessThan(40);
  });

  it('are all found by their texts, also where messages that may not be read link them more often', async () => {
    const quiet = (path: string, channelId = 1) => linking(path, 'see this', channelId);
    const oldest = await insertAll(Array.from({ length: 230 }, (_, n) => quiet(`1/c/${n}.txt`)));
    const hidden = await insertAll(Array.from({ length: 60 }, () => quiet('1/c/7.txt', 2)));
    const texts = new Map(oldest.map((id, n) => [`1/c/${n}.txt`, n === 7 ? [id, ...hidden] : [id]]));
    withTexts(texts);
    const { paths } = await everyPage('okapi', 50);
    expect(paths.toSorted()).toEqual(Array.from(texts.keys()).toSorted());
    withTexts(new Map([['1/c/secret.txt', hidden]]));
    expect((await everyPage('okapi', 50)).paths).toEqual([]);
  });
});

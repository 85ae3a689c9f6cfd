import { sql } from '@parley/db';
import type { FindFileTextsRequest, FindFileTextsResponse } from '@parley/proto/upload/v1/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMessages } from '../src/db/messages.ts';
import { findFiles } from '../src/rpc/reading/find-files.ts';
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

/** Lets `upload` know files by their texts, with the messages that link them, and all others but those that are gone. */
function withTexts(
  texts: ReadonlyMap<string, readonly number[]>,
  gone: ReadonlySet<string> = new Set(),
): void {
  const answer = (request: FindFileTextsRequest): FindFileTextsResponse => {
    expect(request.pathIds.length).toBeLessThanOrEqual(1_000);
    const there = [...request.pathIds, ...(request.query === '' ? [] : texts.keys())].filter(
      (pathId) => !gone.has(pathId),
    );
    const statuses = Object.fromEntries(there.map((pathId) => [pathId, 'text']));
    if (request.query === '') return { files: [], statuses };
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
    return { files: files.slice(0, request.limit), statuses };
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

  it('are not found any more when they are deleted, however many files the messages link', async () => {
    const paths = Array.from({ length: 1_050 }, (_, n) => `1/d/lemur-${n}.txt`);
    await insertAll(
      Array.from({ length: 50 }, (_, n) =>
        newMessage({
          content: `a lemur ${n}`,
          hasAttachment: true,
          renderedContent: paths
            .slice(n * 21, n * 21 + 21)
            .map((path) => `<p><a href="/user_uploads/${path}">file</a></p>`)
            .join(''),
        }),
      ),
    );
    const gone = new Set(paths.filter((_, n) => n % 7 === 3));
    withTexts(new Map(), gone);
    const { paths: found } = await everyPage('lemur', 100);
    expect(found.toSorted()).toEqual(paths.filter((path) => !gone.has(path)).toSorted());
    const findFileTexts = async () => {
      throw new Error('upload is away');
    };
    service.ctx.upload = { ...service.ctx.upload!, findFileTexts };
    const request = { query: 'lemur', limit: 100, page: '' };
    const { files } = await findFiles(service.ctx, request, service.scope(1));
    expect(files.some(({ pathId }) => gone.has(pathId))).toBe(true);
  });

  it.each([
    ['link', (path: string) => `<a href="/user_uploads/${path}">file</a>`],
    ['link to a page', (path: string) => `<a href="/user_uploads/${path}#page=3">file</a>`],
    [
      'picture',
      (path: string) => `<img alt="x" data-original-src="/user_uploads/${path}" src="/thumbnail.webp">`,
    ],
    ['sound', (path: string) => `<audio controls src="/user_uploads/${path}" title="x"></audio>`],
  ])(
    'are found by their texts while the message has a %s of them, however late `upload` follows',
    async (kind, html) => {
      const path = `1/e/${kind.replaceAll(' ', '-')}.txt`;
      const [id] = await insertAll([
        newMessage({ content: 'see this', hasAttachment: true, renderedContent: `<p>${html(path)}</p>` }),
      ]);
      withTexts(new Map([[path, [id!]]]));
      expect((await everyPage('tarsier', 50)).paths).toEqual([path]);
      await service.db.execute(
        sql`update messages set content = 'see that', rendered_content = '<p>see that</p>' where id = ${id}`,
      );
      expect((await everyPage('tarsier', 50)).paths).toEqual([]);
    },
  );
});

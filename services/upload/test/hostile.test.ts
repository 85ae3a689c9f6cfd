import { visitor } from '@parley/core';
import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../src/domain/temporary-token.ts';
import { deleteAttachment } from '../src/rpc/delete-attachment.ts';
import { getTemporaryUrl } from '../src/rpc/get-temporary-url.ts';
import { readFile } from '../src/rpc/read-file.ts';
import { storeImage } from '../src/rpc/store-image.ts';
import { callOf, noBytes, startTestUpload, type TestUpload } from './support.ts';

let test: TestUpload;
beforeAll(async () => {
  test = await startTestUpload({ maxFileBytes: 1_000_000 });
});
afterAll(() => test?.[Symbol.asyncDispose]());

const conditions = { range: '', ifRange: '', ifNoneMatch: '', headOnly: true };
const openedBy = (temporaryToken: string) =>
  readFile(
    test.ctx,
    { ...conditions, file: { $case: 'temporaryToken', temporaryToken } },
    noBytes,
    callOf(visitor),
  );

describe('a temporary URL', () => {
  it('opens its file until it expires or the file is deleted, and cannot be forged', async () => {
    const { attachmentId, pathId } = await test.upload(1, 'for a minute');
    const { url } = await getTemporaryUrl(test.ctx, { pathId }, callOf(1));
    const token = url.split('/')[3]!;
    expect((await openedBy(token)).response.status).toBe(200);
    const key = test.ctx.secretKey;
    const later = test.ctx.clock.now() + 60_000;
    const holder = { userId: 1, accessEnd: 0 };
    for (const forged of [
      signToken({ attachmentId, expiresAt: later, holder }, `${key}x`),
      signToken({ attachmentId: attachmentId + 1, expiresAt: later, holder }, key),
      signToken({ attachmentId, expiresAt: Number.NaN, holder }, key),
      token.split('.')[0]!,
      token.toUpperCase(),
      '',
    ]) {
      await expect(openedBy(forged)).rejects.toMatchObject({ status: 404 });
    }
    test.clock.offsetMs = 60_001;
    await expect(openedBy(token)).rejects.toMatchObject({ status: 404 });
    test.clock.offsetMs = 0;
    await deleteAttachment(test.ctx, { attachmentId }, callOf(1));
    await expect(openedBy(token)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a file of another person', () => {
  it('cannot be read, shared or deleted by its path or ID', async () => {
    const { attachmentId, pathId } = await test.upload(1, 'mine');
    const [organization, folder, name] = pathId.split('/');
    const file = (path: string) => ({ ...conditions, file: { $case: 'pathId', pathId: path } as const });
    for (const path of [
      pathId,
      `${organization}/${folder}`,
      `2/${folder}/${name}`,
      `${organization}//${folder}/${name}`,
      `${organization}/${folder}/../${folder}/${name}`,
      `/${pathId}`,
      `${pathId}\u0000`,
      `${pathId}\u200b`,
      pathId.toUpperCase(),
      "' or true --",
      '\ud800',
    ]) {
      await expect(readFile(test.ctx, file(path), noBytes, callOf(2))).rejects.toMatchObject({ status: 404 });
      await expect(getTemporaryUrl(test.ctx, { pathId: path }, callOf(2))).rejects.toMatchObject({
        status: 404,
      });
    }
    await expect(deleteAttachment(test.ctx, { attachmentId }, callOf(2))).rejects.toMatchObject({
      status: 400,
    });
    await expect(readFile(test.ctx, file(pathId), noBytes, callOf(visitor))).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe('a public image', () => {
  const store = (content: Buffer) => storeImage(test.ctx, { kind: Kind.AVATAR, content }, callOf(1));
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } }).png();

  it('is refused when it decodes to too many pixels, or is not an image', async () => {
    const bomb = await picture(9_000, 4_500).toBuffer();
    const cut = (await picture(50, 50).toBuffer()).subarray(0, 60);
    for (const content of [
      bomb,
      cut,
      Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;'),
      Buffer.from('%PDF-1.4\n<script>alert(1)</script>'),
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>',
      ),
      Buffer.alloc(5 * 1024 * 1024 + 1),
      Buffer.alloc(0),
    ]) {
      await expect(store(content)).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 });
    }
    await expect(store(bomb)).rejects.toThrow(/^The image is too large/);
  });

  it('is rendered from its pixels: appended data is lost', async () => {
    const polyglot = Buffer.concat([
      await picture(20, 20).toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    const { path: imagePath } = await store(polyglot);
    const request = { ...conditions, headOnly: false, file: { $case: 'imagePath', imagePath } as const };
    const { bytes } = await readFile(test.ctx, request, noBytes, callOf(visitor));
    const stored = Buffer.concat(await Array.fromAsync(bytes!.chunks));
    expect(stored.includes('script')).toBe(false);
    expect((await sharp(stored).metadata()).width).toBe(100);
  });
});

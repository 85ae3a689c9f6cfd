import { type Visitor, visitor } from '@parley/core';
import { sql } from '@parley/db';
import { followedEvent } from '@parley/event-log/testing';
import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import { testCall } from '@parley/rpc/testing';
import { largeIconOf } from '@parley/rules';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachmentById } from '../src/db/attachments.ts';
import { removeAttachment } from '../src/files/remove-attachment.ts';
import { describeFiles } from '../src/rpc/describe-files.ts';
import { readFile } from '../src/rpc/read-file.ts';
import { storeImage } from '../src/rpc/store-image.ts';
import { followLinks } from '../src/workers/links.ts';
import { sweep } from '../src/workers/sweep.ts';
import { callOf, noBytes, signal, startTestUpload, storeKinds, type TestUpload } from './support.ts';

/** An image that is labelled as HEIC, the format of phones. Its dimensions can be read, but its pixels cannot be decoded. */
const heic =
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFhdmlmbWlhZgAAAOltZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACYAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAAaWlwcnAAAABLaXBjbwAAAB9odmNDAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUaXNwZQAAAAAAAABAAAAAMAAAABBwaXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQIDAAAALm1kYXQSAAoJOBV/vaQENBpAMhcZQmMEwAA0AACXyuCq2gEfJJd7vvDlYQ==';

describe.each(storeKinds)('on the %s store', (kind) => {
  let test: TestUpload;
  beforeAll(async () => {
    test = await startTestUpload({ kind, partBytes: 10_000, maxFileBytes: 10_000_000 });
  });
  afterAll(() => test?.[Symbol.asyncDispose]());

  /** For what does not depend on the store, such as decoding. */
  const itOnOneStore = it.runIf(kind === 'directory');

  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } });

  /** Creates an animated image in which all frames differ. */
  const moving = async (frames: number, side: number): Promise<Buffer> => {
    const pictures = Array.from({ length: frames }, (_, index) => {
      const background = { r: index % 2 === 0 ? 0 : 255, g: (index * 3) % 255, b: 0 };
      return sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer();
    });
    return await sharp(await Promise.all(pictures), { join: { animated: true } })
      .gif({ interFrameMaxError: 0 })
      .toBuffer();
  };

  type Asked = Parameters<typeof readFile>[1]['file'];
  async function read(reader: number | Visitor, file: Asked) {
    const request = { file, range: '', ifRange: '', ifNoneMatch: '', headOnly: false };
    const { response, bytes } = await readFile(test.ctx, request, noBytes, callOf(reader));
    const { contentType } = response;
    const chunks = await Array.fromAsync(bytes?.chunks ?? []);
    const { format, width, height, pages } = await sharp(Buffer.concat(chunks)).metadata();
    return { contentType, format, width, height, pages };
  }
  const thumbnail = (userId: number, pathId: string, format = '840x560.webp') =>
    read(userId, { $case: 'thumbnail', thumbnail: { pathId, format } });

  describe('an image', () => {
    it('is measured, and has a thumbnail for its readers', async () => {
      const before = await test.blobs();
      const { attachmentId, pathId } = await test.upload(
        1,
        await picture(2_000, 1_000).jpeg().toBuffer(),
        'a b.jpg',
      );
      const described = await describeFiles(test.ctx, { pathIds: [pathId, `${pathId}x`, 'none'] }, callOf(1));
      expect(described.files).toEqual([
        {
          pathId,
          fileName: 'a b.jpg',
          contentType: 'image/jpeg',
          width: 2_000,
          height: 1_000,
          thumbnailUrl: `/user_uploads/thumbnail/${pathId}/840x560.webp`,
        },
      ]);
      expect((await describeFiles(test.ctx, { pathIds: [pathId] }, callOf(2))).files).toEqual([]);
      const [shown, again] = await Promise.all([thumbnail(1, pathId), thumbnail(1, pathId)]);
      expect(shown).toMatchObject({ contentType: 'image/webp', format: 'webp', width: 840, height: 420 });
      expect(again).toEqual(shown);
      expect(await thumbnail(1, pathId, '300x200.webp')).toMatchObject({ width: 300, height: 150 });
      await expect(thumbnail(2, pathId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(thumbnail(1, pathId, '9999x9999.webp')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await test.db.tx(async (tx) => removeAttachment(tx, (await attachmentById(tx, attachmentId))!));
      await sweep(test.ctx);
      expect(await test.blobs()).toBe(before);
    });

    it('is described to an import together with those of many messages, and to a person with those of one', async () => {
      const pathIds: string[] = [];
      for (let n = 0; n < 60; n++)
        pathIds.push((await test.upload(1, Buffer.from(`text ${n}`), `${n}.txt`)).pathId);
      expect((await describeFiles(test.ctx, { pathIds }, testCall())).files).toHaveLength(60);
      expect((await describeFiles(test.ctx, { pathIds }, callOf(1))).files).toHaveLength(50);
    });

    it('that is animated has a thumbnail of its first frame', async () => {
      const { pathId } = await test.upload(1, await moving(120, 20), 'long.gif');
      expect(await thumbnail(1, pathId)).toMatchObject({ format: 'webp', width: 20, pages: undefined });
    });

    it('has its thumbnail made once for concurrent requests', async () => {
      const { pathId } = await test.upload(1, await picture(900, 600).png().toBuffer(), 'wanted.png');
      const file = { $case: 'thumbnail', thumbnail: { pathId, format: '840x560.webp' } } as const;
      const request = { file, range: '', ifRange: '', ifNoneMatch: '', headOnly: true };
      const answers = await Promise.all(
        Array.from({ length: 80 }, () => readFile(test.ctx, request, noBytes, callOf(1))),
      );
      expect(new Set(answers.map(({ response }) => response.etag)).size).toBe(1);
      const { pending } = await test.db.one<{ pending: number }>(
        sql`select count(*)::int8 as pending from condemned_blobs`,
      );
      expect(pending).toBe(0);
    });

    itOnOneStore('that is cut off or damaged has a thumbnail wherever a message would show one', async () => {
      // Noise, so that the file is long beyond its header.
      const noise = sharp({
        create: {
          width: 900,
          height: 600,
          channels: 3,
          background: '#336699',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      });
      const files: Record<string, Buffer> = {
        jpeg: await noise.clone().jpeg().toBuffer(),
        'jpeg in passes': await noise.clone().jpeg({ progressive: true }).toBuffer(),
        png: await noise.clone().png().toBuffer(),
        gif: await noise.clone().gif().toBuffer(),
        webp: await noise.clone().webp().toBuffer(),
        avif: await noise.clone().resize(90, 60).avif({ effort: 0 }).toBuffer(),
        tiff: await noise.clone().tiff().toBuffer(),
      };
      let announced = 0;
      for (const [name, whole] of Object.entries(files)) {
        const damaged = [0.02, 0.3, 0.9, 1].map((part) => whole.subarray(0, Math.floor(whole.length * part)));
        const middle = Math.floor(whole.length / 2);
        damaged.push(Buffer.concat([whole.subarray(0, middle), Buffer.alloc(whole.length - middle, 0x55)]));
        for (const [at, content] of damaged.entries()) {
          const { pathId } = await test.upload(1, content, `${name} ${at}.${name.split(' ')[0]}`);
          const [described] = (await describeFiles(test.ctx, { pathIds: [pathId] }, callOf(1))).files;
          if (described?.width === undefined) continue;
          announced++;
          const made = await thumbnail(1, pathId);
          expect([name, at, made]).toMatchObject([name, at, { format: 'webp' }]);
          expect(made.width! / made.height!).toBeCloseTo(1.5, 1);
          expect(await thumbnail(1, pathId, '300x200.webp')).toMatchObject({ format: 'webp' });
        }
      }
      expect(announced).toBeGreaterThan(15);
    });

    it('that is too large, cannot be decoded, or is not an image, has no thumbnail', async () => {
      // A picture of 42 megapixels in a file of about 10 KB.
      const bomb = await picture(6_500, 6_500).png({ compressionLevel: 9 }).toBuffer();
      const photo = Buffer.from(heic, 'base64');
      for (const content of [
        bomb,
        photo,
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'GIF89a<script>',
        '',
      ]) {
        const { pathId } = await test.upload(1, content === '' ? 'x' : content, 'a.png');
        const { files } = await describeFiles(test.ctx, { pathIds: [pathId] }, callOf(1));
        expect(files[0]).toMatchObject({ contentType: 'image/png', width: undefined });
        await expect(thumbnail(1, pathId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    });
  });

  describe('a public image', () => {
    const store = (kind: number, content: Buffer) =>
      storeImage(test.ctx, { kind: kind as never, content }, callOf(1));
    const at = (imagePath: string) => read(visitor, { $case: 'imagePath', imagePath });

    it('is stored in the sizes in which it is shown', async () => {
      const avatar = await store(Kind.AVATAR, await picture(900, 300).png().toBuffer());
      expect(avatar.path).toMatch(/^\/user_avatars\/1\/[0-9a-f]{36}\.png$/);
      expect(await at(avatar.path)).toMatchObject({ contentType: 'image/png', width: 100, height: 100 });
      expect(await at(avatar.mediumPath)).toMatchObject({ width: 500, height: 500 });
      expect((await store(Kind.AVATAR, await moving(120, 20))).path).toMatch(/\.png$/);
      const emoji = await store(Kind.EMOJI, await moving(2, 80));
      expect(await at(emoji.path)).toMatchObject({ contentType: 'image/gif', width: 64, pages: 2 });
      expect(await at(emoji.stillPath)).toMatchObject({ contentType: 'image/png', width: 64, height: 64 });
      const icon = await store(Kind.ICON, await picture(900, 300).png().toBuffer());
      expect(await at(icon.path)).toMatchObject({ contentType: 'image/png', width: 100, height: 100 });
      expect(await at(largeIconOf(icon.path)!)).toMatchObject({ width: 512, height: 512 });
      expect((await store(Kind.LOGO, await picture(1_600, 400).png().toBuffer())).mediumPath).toBe('');
    });

    it('is refused when it is not an image', async () => {
      for (const content of ['no image', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>']) {
        await expect(store(Kind.AVATAR, Buffer.from(content))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      }
      const tooLarge = { code: 'BAD_REQUEST', message: expect.stringMatching(/^The image is too large/) };
      await expect(store(Kind.EMOJI, await moving(120, 20))).rejects.toMatchObject(tooLarge);
      expect((await test.db.one<{ n: number }>(sql`select count(*) as n from condemned_blobs`)).n).toBe(0);
    });

    it('is deleted when the person has another avatar or none, in the order of the log', async () => {
      const content = await picture(300, 300).png().toBuffer();
      const announce = (avatarUrl: string, sequence: number, userId = 7) => {
        const value = { $case: 'userChanged', userChanged: { user: { userId, avatarUrl } } } as const;
        return followLinks(test.ctx, followedEvent({ fact: { value } }, { sequence }), signal, 'epoch');
      };
      const own = (kind: number) => storeImage(test.ctx, { kind: kind as never, content }, callOf(7));
      const isThere = async (path: string) =>
        at(path).then(
          () => true,
          () => false,
        );
      const [one, two, three] = [await own(Kind.AVATAR), await own(Kind.AVATAR), await own(Kind.AVATAR)];
      const emoji = await own(Kind.EMOJI);
      await announce(one!.path, 1);
      await announce(two!.path, 2);
      expect([await isThere(one!.path), await isThere(one!.mediumPath)]).toEqual([false, false]);
      expect([await isThere(two!.path), await isThere(two!.mediumPath)]).toEqual([true, true]);
      await announce(three!.path, 3);
      // Earlier events, repeated after a crash, and those of other people delete nothing.
      await announce(two!.path, 2);
      await announce('', 1);
      await announce('', 4, 8);
      expect(await isThere(three!.path)).toBe(true);
      await announce('', 5);
      expect([await isThere(three!.path), await isThere(three!.mediumPath)]).toEqual([false, false]);
      expect(await isThere(emoji.path)).toBe(true);
    });

    it('is one of a limited number within a day', async () => {
      const content = await picture(30, 30).png().toBuffer();
      const own = () => storeImage(test.ctx, { kind: Kind.LOGO, content }, callOf(9));
      await own();
      await test.db.execute(sql`
        insert into images (path, content_type, content_id, size_bytes, owner_id)
        select 'of the day ' || n, 'image/png', 'of the day ' || n, 1, 9 from generate_series(1, 999) n`);
      await expect(own()).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT', status: 429 });
      await test.db.execute(
        sql`update images set created_at = now() - interval '25 hours' where owner_id = 9`,
      );
      await own();
    });
  });
});

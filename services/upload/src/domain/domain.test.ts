import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentDisposition, contentTypeOf } from './content-type.ts';
import { pathName, shownName } from './file-name.ts';
import { imageFormatOf } from './image-format.ts';
import { select } from './range.ts';
import { readToken, signToken } from './temporary-token.ts';

describe('a file name', () => {
  it.each([
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['C:\\x\\boot.ini', 'boot.ini', 'boot.ini'],
    ['a\u0000b\u202Egnp.exe', 'abgnp.exe', 'abgnp.exe'],
    ['plan [v2] (final).pdf', 'plan [v2] (final).pdf', 'plan-v2-final.pdf'],
    ['..', 'uploaded-file', 'uploaded-file'],
    ['', 'uploaded-file', 'uploaded-file'],
    ['地図.png', '地図.png', '地図.png'],
    ['-rf', '-rf', 'rf'],
    ['.htaccess', '.htaccess', 'htaccess'],
    ['☃.txt', '☃.txt', '☃.txt'],
    ['a → b.txt', 'a → b.txt', 'a-b.txt'],
    ['نامه\u200cها.pdf', 'نامه\u200cها.pdf', 'نامه\u200cها.pdf'],
    ['क्\u200dष.pdf', 'क्\u200dष.pdf', 'क्\u200dष.pdf'],
    ['نا👩\u200d💻مه\u200cها.pdf', 'نا👩\u200d💻مه\u200cها.pdf', 'نا👩\u200d💻مه\u200cها.pdf'],
    ['👩\u200d💻.png', '👩\u200d💻.png', '👩\u200d💻.png'],
    ['❤\ufe0f\u200d🔥.png', '❤\ufe0f\u200d🔥.png', '❤\ufe0f\u200d🔥.png'],
    ['👍🏽 🇫🇷.png', '👍🏽 🇫🇷.png', '👍🏽-🇫🇷.png'],
    ['\u200cنامه\u200c.pdf\u200d', 'نامه.pdf', 'نامه.pdf'],
    ['invoice\u200d.exe', 'invoice.exe', 'invoice.exe'],
    ['in\u200cvoice.exe', 'invoice.exe', 'invoice.exe'],
    ['\u200d\u200c', 'uploaded-file', 'uploaded-file'],
    ['۝١.txt', '۝١.txt', '١.txt'],
  ])('%j is shown as %j and has the path %j', (given, shown, path) => {
    expect(shownName(given)).toBe(shown);
    expect(pathName(shown)).toBe(path);
  });

  it('has none of the characters that show nothing or reorder text, wherever they stand', () => {
    const needed = /[\u200c-\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
    const bad = Array.from({ length: 0x10ffff + 1 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character) && !needed.test(character));
    expect(bad.length).toBeGreaterThan(200);
    for (const character of bad)
      expect(shownName(`ن${character}ا${character}👩${character}.txt`)).toBe('نا👩.txt');
  });

  it('keeps its extension when it is shortened', () => {
    const shown = shownName(`${'長'.repeat(500)}.jpeg`);
    expect([...shown].length).toBeLessThanOrEqual(200);
    expect(shown.endsWith('.jpeg')).toBe(true);
    const path = pathName(shown);
    expect(encodeURIComponent(path).length).toBeLessThanOrEqual(240);
    expect(path.endsWith('.jpeg')).toBe(true);
  });
});

describe('a media type', () => {
  it('is the type that the client sent if valid, and follows from the file name otherwise', () => {
    expect(contentTypeOf('image/PNG; x=y', 'a.txt')).toBe('image/png');
    expect(contentTypeOf('', 'a.b.JPG')).toBe('image/jpeg');
    expect(contentTypeOf('text/html\r\nx: y', 'a')).toBe('application/octet-stream');
    expect(contentTypeOf('application/octet-stream', 'a.constructor')).toBe('application/octet-stream');
  });

  it('follows from the file name when a form has no type, which would mean text', () => {
    expect(contentTypeOf('text/plain', 'photo.PNG')).toBe('image/png');
    expect(contentTypeOf('text/plain; charset=utf-8', 'page.html')).toBe('text/html');
    expect(contentTypeOf('text/plain', 'notes.txt')).toBe('text/plain');
    expect(contentTypeOf('text/plain', 'README')).toBe('text/plain');
    expect(contentTypeOf('text/html', 'photo.png')).toBe('text/html');
  });

  it.each([
    ['song.flac', 'audio/flac'],
    ['slides.PPTX', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['main.rs', 'text/plain'],
    ['main.ts', 'text/plain'],
    ['notes.org', 'text/plain'],
    ['book.epub', 'application/epub+zip'],
  ])('of %s is %s', (name, type) => {
    expect(contentTypeOf('', name)).toBe(type);
    expect(contentTypeOf('text/plain', name)).toBe(type);
  });

  it('decides whether a browser shows the file', () => {
    expect(contentDisposition('image/png', 'ä".png')).toBe(
      `inline; filename="?\\".png"; filename*=UTF-8''%C3%A4%22.png`,
    );
    expect(contentDisposition('image/svg+xml', 'a.svg')).toMatch(/^attachment;/);
  });
});

describe('a byte range', () => {
  const ask = (range: string, more = {}) =>
    select(100, '"tag"', { range, ifRange: '', ifNoneMatch: '', ...more });
  it.each([
    ['', { status: 200, start: 0, end: 100 }],
    ['bytes=0-9', { status: 206, start: 0, end: 10 }],
    ['bytes=90-', { status: 206, start: 90, end: 100 }],
    ['bytes=90-500', { status: 206, start: 90, end: 100 }],
    ['bytes=-5', { status: 206, start: 95, end: 100 }],
    ['bytes=-500', { status: 206, start: 0, end: 100 }],
    ['bytes=100-', { status: 416 }],
    ['bytes=-0', { status: 416 }],
    ['bytes=9-1', { status: 200, start: 0, end: 100 }],
    ['bytes=0-1,5-6', { status: 200, start: 0, end: 100 }],
    ['lines=0-1', { status: 200, start: 0, end: 100 }],
  ])('%j selects %j', (range, selection) => expect(ask(range)).toEqual(selection));

  it('depends on the ETag that the client has', () => {
    expect(ask('bytes=0-9', { ifRange: '"old"' })).toMatchObject({ status: 200 });
    expect(ask('bytes=0-9', { ifRange: '"tag"' })).toMatchObject({ status: 206 });
    expect(ask('', { ifNoneMatch: '"x", W/"tag"' })).toEqual({ status: 304 });
  });
});

it('a temporary token opens one file until it expires, and cannot be forged', () => {
  const access = { attachmentId: 7, expiresAt: 1_000, holder: { userId: 12, accessEnd: 3 } };
  const token = signToken(access, 'key');
  expect(readToken(token, 'key', 999)).toEqual(access);
  expect(readToken(token, 'key', 1_000)).toBeUndefined();
  expect(readToken(token, 'other key', 999)).toBeUndefined();
  const forgeries = ['8.1000.12.3', '7.1001.12.3', '7.1000.13.3', '7.1000.12.4', '7.1000'].map(
    (body) => `${Buffer.from(body).toString('base64url')}.${token.split('.')[1]}`,
  );
  for (const bad of [...forgeries, `${token}x`, '', '.', 'x', `${token}.x`]) {
    expect(readToken(bad, 'key', 999)).toBeUndefined();
  }
});

it('a token of the previous release has no holder', () => {
  const body = Buffer.from('7.1000').toString('base64url');
  const mac = createHmac('sha256', 'key').update(`parley temporary file URL\0${body}`).digest('base64url');
  expect(readToken(`${body}.${mac}`, 'key', 999)).toEqual({
    attachmentId: 7,
    expiresAt: 1_000,
    holder: undefined,
  });
});

describe('the format of a picture', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n....', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['GIF89a', 'gif'],
    ['RIFF\0\n\x01\0WEBPVP8 ', 'webp'],
    ['\0\0\0\x1cftypavif', 'avif'],
    ['\0\0\0\x1cftypheic', 'heif'],
    ['MM\0*', 'tiff'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
    ['<?xml version="1.0"?>', undefined],
    ['\0\0\0\x1cftypisom', undefined],
    ['%PDF-1.7', undefined],
    ['', undefined],
  ])('follows from its first bytes: %j', (content, format) => {
    expect(imageFormatOf(Buffer.from(content, 'latin1'))).toBe(format);
  });
});

import { describe, expect, it } from 'vitest';
import { mergeParameters, parseJsonBody, parseMultipart, parseUrlencoded } from './raw-parameters.ts';

const part = (head: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
const multipart = (...parts: string[]) =>
  parseMultipart('multipart/form-data; boundary=b', Buffer.from(`${parts.join('')}--b--\r\n`, 'latin1'));
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const refusal = expect.objectContaining({ code: 'BAD_REQUEST' });

describe('raw parameters', () => {
  it('of a multipart body must be UTF-8, unlike files in the same body', async () => {
    const file = part('name="f"; filename="x"', '\xff\xfe');
    expect({ ...(await multipart(file, part('name="a"', utf8('ü')))) }).toEqual({ a: 'ü' });
    expect({ ...(await multipart(part('name="a"', utf8('\ufffd')))) }).toEqual({ a: '\ufffd' });
    await expect(multipart(part('name="a"', '\xff'))).rejects.toEqual(refusal);
  });

  it('have one value each: the last one of a repeated name, and that of the body rather than of the query', async () => {
    const last = { a: '2' };
    expect({ ...parseUrlencoded('a=1&a=2') }).toEqual(last);
    expect({ ...(await multipart(part('name="a"', '1'), part('name="a"', '2'))) }).toEqual(last);
    expect({ ...parseJsonBody('{"a":"1","a":"2"}') }).toEqual(last);
    expect({ ...mergeParameters(parseUrlencoded('a=1'), parseUrlencoded('a=2')) }).toEqual(last);
    // A list in brackets is another name, and not a second value.
    expect({ ...parseUrlencoded('a=2&a[]=1&a[b]=1') }).toEqual({ ...last, 'a[]': '1', 'a[b]': '1' });
  });

  it('may have any name, without effect on other objects', async () => {
    for (const found of [
      parseUrlencoded('__proto__=x&constructor=x'),
      await multipart(part('name="__proto__"', 'x'), part('name="constructor"', 'x')),
      parseJsonBody('{"__proto__":"x","constructor":"x"}'),
    ]) {
      expect(Object.keys(found).sort()).toEqual(['__proto__', 'constructor']);
      expect(Object.getPrototypeOf(found)).toBeNull();
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

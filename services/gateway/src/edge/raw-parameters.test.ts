import { describe, expect, it } from 'vitest';
import { parseMultipart } from './raw-parameters.ts';

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
});

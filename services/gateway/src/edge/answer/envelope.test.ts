import fc from 'fast-check';
import { expect, it } from 'vitest';
import { members, ok, raw, renderSuccess, type Success, streamedArray } from './envelope.ts';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

async function bodyOf(success: Success, ignored: string[] = []): Promise<unknown> {
  const rendered = renderSuccess(success, ignored);
  if (rendered.kind === 'events') throw new Error('it has no body');
  let text = '';
  for await (const chunk of rendered.chunks) text += Buffer.from(chunk as string).toString();
  return JSON.parse(text);
}

async function* inParts(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

it('an answer without fields is only the envelope', async () => {
  expect(renderSuccess(ok(), [])).toEqual({ kind: 'whole', chunks: ['{"result":"success","msg":""}'] });
  expect(await bodyOf(ok(members(bytes({}))), ['a"b'])).toEqual({
    result: 'success',
    msg: '',
    ignored_parameters_unsupported: ['a"b'],
  });
});

it('streams an array between other fields', async () => {
  const expected = { result: 'success', msg: '', before: 1, after: null };
  const around = (...parts: string[]) =>
    ok({ before: 1 }, streamedArray('list', inParts(...parts)), { after: null });
  expect(await bodyOf(around())).toEqual({ ...expected, list: [] });
  expect(await bodyOf(around('', '1,2', '', '3'))).toEqual({ ...expected, list: [1, 2, 3] });
});

it('refuses to splice JSON that is not an object', () => {
  expect(() => renderSuccess(ok(members(Buffer.from('[1]'))), [])).toThrow();
});

it('preserves any values, spliced or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      fc.dictionary(fc.stringMatching(/^[a-f]+$/), fc.jsonValue()),
      async (value, object) => {
        const body = await bodyOf(
          ok({ plain: value, absent: undefined }, members(bytes(object)), { spliced: raw(bytes(value)) }),
        );
        const normal = JSON.parse(JSON.stringify({ plain: value, ...object, spliced: value })) as object;
        expect(body).toEqual({ result: 'success', msg: '', ...normal });
      },
    ),
  );
});

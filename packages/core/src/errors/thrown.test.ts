import { describe, expect, it } from 'vitest';
import { asError, errorCode, errorMessage } from './thrown.ts';

describe('what was thrown', () => {
  it('keeps an error with its message and its code', () => {
    const error = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    expect([errorMessage(error), errorCode(error), asError(error)]).toEqual([
      'no such file',
      'ENOENT',
      error,
    ]);
    expect(asError(error)).toBe(error);
  });

  it.each(['text', 7, null, undefined])('may be %j', (thrown) => {
    expect([errorMessage(thrown), errorCode(thrown)]).toEqual([String(thrown), undefined]);
    expect(asError(thrown)).toEqual(new Error(String(thrown)));
  });

  it('may have a code that is no text', () => {
    expect(errorCode(Object.assign(new Error('refused'), { code: 14 }))).toBeUndefined();
  });
});

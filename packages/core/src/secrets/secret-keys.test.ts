import { expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../configuration/config.ts';
import { externalPicturePath, readExternalPicture } from './external-picture.ts';
import { secretKeysOf, secretKeyVariables, withEitherKey } from './secret-keys.ts';

const [former, next] = ['the former key of 32 or more characters', 'the next key of 32 or more characters'];
const load = (env: NodeJS.ProcessEnv) => secretKeysOf(loadConfig(secretKeyVariables(), env));

it('reads one key or two, and refuses a short one', () => {
  expect(load({ PARLEY_SECRET_KEY: next })).toEqual({ current: next, alsoAccepted: undefined });
  const both = load({ PARLEY_SECRET_KEY: next, PARLEY_SECRET_KEY_ALSO: former });
  expect(both).toEqual({ current: next, alsoAccepted: former });
  expect(() => load({ PARLEY_SECRET_KEY: next, PARLEY_SECRET_KEY_ALSO: 'short' })).toThrow(ConfigError);
});

it('accepts signatures of either key, and refuses all others', () => {
  const url = 'https://pictures.example/1.png';
  const signedWith = (key: string) => externalPicturePath(url, key)!.slice('/external_content/'.length);
  const read = (signed: string, keys: Parameters<typeof withEitherKey>[0]) =>
    withEitherKey(keys, (key) => readExternalPicture(signed, key));
  const both = { current: next, alsoAccepted: former };
  expect([read(signedWith(next), both), read(signedWith(former), both)]).toEqual([url, url]);
  expect(read(signedWith(former), { current: next, alsoAccepted: undefined })).toBeUndefined();
  expect(read(signedWith('a third key'), both)).toBeUndefined();
});

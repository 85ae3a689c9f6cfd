import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const nobody = { email: '' };

it('accepts only the right password, and no password where there is no hash', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hashNew('correct horse staple', nobody);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches('correct horse staple', hash)).toBe(true);
  expect(await passwords.matches('wrong horse', hash)).toBe(false);
  expect(await passwords.matches('nobody has this password', null)).toBe(false);
  await expect(passwords.matches('any', 'not a hash')).rejects.toThrow();
  expect(await passwords.matches('correct horse staple', hash)).toBe(true);
});

it('compares a password with a hash of any cost', async () => {
  const [slow, quick] = [createPasswords('slow'), createPasswords('quick')];
  for (const [hashing, comparing] of [
    [slow, quick],
    [quick, slow],
  ] as const) {
    const hash = await hashing.hashNew('correct horse staple', nobody);
    expect(await comparing.matches('correct horse staple', hash)).toBe(true);
    expect(await comparing.matches('wrong horse', hash)).toBe(false);
  }
});

it('refuses excess sign-ins with the time after which to retry, and drops those whose callers disconnected', async () => {
  const passwords = createPasswords();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const accepted: Promise<void>[] = [];
  let refusal: unknown;
  while (refusal === undefined) {
    const attempt = passwords.signIn(() => end, leaving.signal);
    accepted.push(attempt.catch(() => undefined));
    refusal = await Promise.race([
      attempt.catch((error: unknown) => error),
      new Promise((done) => setImmediate(done)),
    ]);
  }
  expect(refusal).toMatchObject({ code: 'UNAVAILABLE', fields: { 'retry-after': expect.any(Number) } });
  leaving.abort();
  const next = passwords.signIn(async () => 'signed in');
  resolve();
  expect(await next).toBe('signed in');
  await Promise.all(accepted);
});

it.runIf(process.platform === 'linux')('hashes passwords at a lower priority than requests', async () => {
  await createPasswords().hashNew('any fine password', nobody);
  const niceOf = (status: string) => Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[16]);
  const threads = readdirSync('/proc/self/task').flatMap((id) => {
    try {
      return niceOf(readFileSync(`/proc/self/task/${id}/stat`, 'utf8'));
    } catch {
      return []; // The thread belongs to an earlier test and has ended.
    }
  });
  const own = niceOf(readFileSync('/proc/self/stat', 'utf8'));
  expect(Math.max(...threads)).toBeGreaterThan(own);
});

it.each([
  ['12345678', /at least 12 characters/],
  ['short of 12', /at least 12 characters/],
  ['x'.repeat(101), /at most 100 characters/],
  ['somebody@demo.example', /too weak/],
  ['xxxxxxxxxxxx', /too weak/],
  ['123456789012', /easily guessed/],
  ['Password123!', /easily guessed/],
  ['qwertyuiop12', /easily guessed/],
  ['WilhelminaBrandt', /easily guessed/],
])('no hash of %s is made', async (password, reason) => {
  const choice = { email: 'somebody@demo.example', fullName: 'Wilhelmina Brandt' };
  await expect(createPasswords('quick').hashNew(password, choice)).rejects.toThrow(reason);
});

it('only seeding sets the known password of the demo organization', async () => {
  const demo = createPasswords('quick', 'parley-demo');
  expect(await demo.hashNew('parley-demo', { ...nobody, isOperators: true })).toMatch(/^\$argon2id/);
  await expect(demo.hashNew('parley-demo', nobody)).rejects.toThrow(/at least 12/);
  await expect(demo.hashNew('parley-dema', { ...nobody, isOperators: true })).rejects.toThrow(/at least 12/);
  const other = createPasswords('quick');
  await expect(other.hashNew('parley-demo', { ...nobody, isOperators: true })).rejects.toThrow(/at least 12/);
});

it('compares every character of a password, whatever the characters are', async () => {
  const passwords = createPasswords('quick');
  const long = `${'A long sentence, which nobody knows. '.repeat(3).slice(0, 99)}`;
  for (const [password, other] of [
    [`${long}a`, `${long}b`],
    ['  two  spaces  between  ', ' two spaces between '],
    ['ein Pass\u00dfwort \u{1f511}\u{1f40e}', 'ein Pass\u00dfwort \u{1f511}\u{1f40f}'],
    [
      '\u6b63\u78ba\u306a\u99ac\u306e\u96fb\u6c60\u306e\u30db\u30c3\u30c1\u30ad\u30b9',
      '\u6b63\u78ba\u306a\u99ac\u306e\u96fb\u6c60\u306e\u30db\u30c3\u30c1\u30ad\u30b8',
    ],
  ] as const) {
    const hash = await passwords.hashNew(password, nobody);
    expect([password, await passwords.matches(password, hash)]).toEqual([password, true]);
    expect([other, await passwords.matches(other, hash)]).toEqual([other, false]);
  }
  const hashes = await Promise.all([1, 2].map(() => passwords.hashNew(long, nobody)));
  expect(hashes[0]).not.toBe(hashes[1]);
});

it('compares passwords that earlier releases accepted', async () => {
  const passwords = createPasswords('quick', '12345678');
  const hash = await passwords.hashNew('12345678', { ...nobody, isOperators: true });
  expect(await createPasswords('quick').matches('12345678', hash)).toBe(true);
});

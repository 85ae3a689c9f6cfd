import { createRoot } from 'solid-js';
import { expect, it } from 'vitest';
import { ownBar } from './address-bar.ts';
import { Router } from './router.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

it('each router has a view and a history of its own', async () => {
  const [one, other] = [new Router(ownBar('#recent')), new Router(ownBar())];
  expect([one.route().view, other.route().view]).toEqual(['recent', 'inbox']);
  const first = one.entryName();
  one.go('#drafts');
  await settled();
  expect([one.route().view, other.route().view]).toEqual(['drafts', 'inbox']);
  expect([one.hasPrevious(), other.hasPrevious()]).toEqual([true, false]);
  one.replace('#scheduled');
  await settled();
  expect(one.route().view).toBe('scheduled');
  one.back();
  await settled();
  expect(one.route().view).toBe('recent');
  expect(one.entryName()).toBe(first);
  // Without an earlier entry, there is no way back.
  one.back();
  await settled();
  expect(one.route().view).toBe('recent');
});

it('pages of settings know from where the reader came', async () => {
  const router = new Router(ownBar('#recent'));
  router.go('#settings/profile');
  await settled();
  router.go('#organization/people');
  await settled();
  expect(router.hrefBeforePages()).toBe('#recent');
});

it('opening the present address shows its view again', () => {
  createRoot((dispose) => {
    const router = new Router(ownBar('#recent'));
    const before = router.route();
    router.go('#recent');
    expect(router.route()).toEqual(before);
    expect(router.route()).not.toBe(before);
    dispose();
  });
});

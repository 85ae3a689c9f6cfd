import { expect, it } from 'vitest';
import { isKnownEmoji } from './files.ts';
import type { Running } from './state.ts';

it('a dry run asks once for each emoji that is missing, and remembers a bounded number', async () => {
  let asked = 0;
  const importEmoji = async () => {
    asked++;
    return { outcome: 'created' };
  };
  const missingEmoji = new Set<string>();
  const running = {
    emojiNames: new Map(),
    customEmoji: new Set(),
    missingEmoji,
    row: { importId: 1 },
    hasOrganization: true,
    ctx: { clients: { userAdmin: { importEmoji } } },
    call: () => ({}),
  } as unknown as Running;
  for (const name of ['parrot_a', 'parrot_a']) expect(await isKnownEmoji(running, name)).toBe(false);
  expect(asked).toBe(1);
  for (let at = 0; at < 25_000; at++) await isKnownEmoji(running, `parrot_${at}`);
  expect(missingEmoji.size).toBeLessThanOrEqual(10_000);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { xssVectors } from '../../../packages/markdown/test/xss-vectors.ts';
import { findBrowser, saySkipped } from '../browser.ts';
import { dangerous } from '../dangerous.ts';
import { Team } from '../team.ts';

// Verifies that names which contain script injections are harmless: names of topics, people, channels, groups and files, and
// other short texts. They arrive first by events while the client is open, and then with the registration.

const executable = findBrowser();
if (!executable) saySkipped('test/web/faults-and-attacks/hostile-names.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

/**
 * Injections that are valid names. The server refuses control characters, line separators, and names longer than 60 characters.
 */
const names = [...new Set(xssVectors.map((each) => each.trim()))].filter(
  (each) => each !== '' && each.length <= 60 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(each),
);
const onImage = '<img src=x onerror=alert(1)>';

/** Replaces every short text of the organization that people can change by an injection. */
async function renameAll({ owner, alice, bob, design }: Team): Promise<void> {
  for (const topic of names) await bob.send('design', `About ${topic}`, topic);
  // Names of people may not contain some of the characters in `names`.
  await owner.api.patch(`/users/${bob.userId}`, { full_name: 'javascript:alert(1) onerror=alert(1)' });
  await owner.api.patch(`/streams/${design}`, {
    new_name: onImage,
    description: `[click](javascript:alert(1)) ${onImage} <svg onload=alert(1)>`,
  });
  await owner.api.post('/user_groups/create', {
    name: '"><script>alert(1)</script>',
    description: onImage,
    members: [alice.userId, bob.userId],
  });
  await owner.api.post('/channel_folders/create', { name: '<svg onload=alert(1)>', description: onImage });
  await owner.api.patch('/realm', {
    name: onImage.slice(0, 40),
    description: `${onImage} [x](javascript:alert(1))`,
  });
  await bob.api.post('/users/me/status', { status_text: onImage, emoji_name: 'car' });
  await alice.api.post('/drafts', {
    drafts: [{ type: 'stream', to: [design], topic: onImage, content: onImage, timestamp: 1_700_000_000 }],
  });
  await alice.api.post('/saved_snippets', { title: onImage, content: onImage });
  await alice.api.post('/users/me/alert_words', { alert_words: [onImage] });
  for (const name of [`${onImage}.png`, '"onload="alert(1).txt', 'javascript:alert(1).html']) {
    const url = await team.upload(bob, name, 'text/plain', new TextEncoder().encode('text'));
    await bob.send(onImage, `[${name.replaceAll(/[[\]]/g, '')}](${url})`, 'files');
  }
}

it.skipIf(!executable)('names that are hostile markup are shown as text wherever they appear', async () => {
  const { page, problems } = await team.signIn(team.alice);
  const look = async (what: string) => expect(await dangerous(page), what).toEqual([]);
  await page.goto(team.url('#feed'));
  await page.getByRole('textbox').first().waitFor();
  await renameAll(team);
  await page.getByRole('link', { name: onImage }).first().waitFor();
  await look('feed, by events');

  for (const hash of [
    '#inbox',
    '#recent',
    '#feed',
    '#drafts',
    `#narrow/channel/${team.design}`,
    `#narrow/channel/${team.design}/topic/files`,
    '#channels',
    '#channels/all',
    `#channels/${team.design}`,
    '#settings/profile',
    '#settings/files',
    '#settings/reminders',
    '#settings/alert-words',
    '#organization/profile',
    '#organization/people',
    '#organization/groups',
  ]) {
    await page.goto('about:blank');
    await page.goto(team.url(hash));
    await page.getByRole('navigation').first().waitFor();
    await page.waitForTimeout(700);
    await look(hash);
  }

  await page.goto(team.url(`#narrow/channel/${team.design}/topic/files`));
  await page.locator('article .user-button').first().click();
  await page.getByRole('dialog').waitFor();
  await look('card of a person');
  await page.keyboard.press('Escape');
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  for (const text of ['@jav', '@"', `#${onImage.slice(0, 4)}`, `#**${onImage}>a`]) {
    await field.fill('');
    await field.pressSequentially(text);
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await look(`completion of ${text}`);
  }
  await field.fill('');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('channel:');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await look('search');
  expect(problems).toEqual([]);
  await page.context().close();
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/players.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

describe.skipIf(!executable)('an uploaded film or recording', () => {
  it.each([
    ['film.webm', 'video/webm', 'video'],
    ['film.mov', 'video/quicktime', 'video'],
    ['talk.mp3', 'audio/mpeg', 'audio'],
  ])('%s has one player below its link', async (name, type, element) => {
    const url = await team.upload(team.alice, name, type, new Uint8Array(64));
    const topic = name.replace('.', '-');
    await team.alice.send('design', `See [${name}](${url}), again [${name}](${url})`, topic);
    const { page, problems } = await team.openTopic(team.bob, topic);
    const content = page.getByRole('article').locator('.content');
    await content.locator(element).waitFor();
    expect(await content.locator('video, audio').count()).toBe(1);
    expect(await content.locator(element).getAttribute('controls')).not.toBeNull();
    expect(await content.locator(element).getAttribute('aria-label')).toBe(name);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the compose box warns before sending', () => {
  it('how many people a message notifies, that a topic is resolved, and that answers will not be visible', async () => {
    const { alice, bob } = team;
    await bob.subscribe(['elsewhere'], [bob]);
    await bob.send('elsewhere', 'Hello', 'far');
    const { stream_id: elsewhere } = await bob.api.get('/get_stream_id', { stream: 'elsewhere' });
    await bob.send('design', 'Done', '✔ finished');
    const { page, problems } = await team.openTopic(alice, 'warnings');
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill('@**all** listen');
    await page.getByText('2 people are notified.').waitFor();
    await field.fill('');
    await page.goto(team.url(`#narrow/channel/${team.design}-design/topic/.E2.9C.94.20finished`));
    await page.getByText('This topic is resolved').waitFor();
    await page.goto(team.url(`#narrow/channel/${elsewhere}-elsewhere/topic/far`));
    await page.getByText('Join #elsewhere to get replies').waitFor();
    await page.getByRole('group', { name: 'Compose' }).getByRole('button', { name: 'Join' }).click();
    await page.getByText('Join #elsewhere to get replies').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the card of a person', () => {
  it('leads to a direct conversation, to a mention, and to what the person sent', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'Here I am', 'cards');
    const { page, problems } = await team.openTopic(alice, 'cards');
    const open = async () => {
      await page.goto(team.topic('cards'));
      await page.getByRole('article').getByRole('button', { name: 'bob', exact: true }).click();
      return page.getByRole('dialog', { name: 'bob' });
    };
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await (await open()).getByRole('button', { name: 'Mention' }).click();
    await expect.poll(() => field.inputValue()).toBe('@**bob** ');
    await field.fill('');
    await (await open()).getByRole('button', { name: 'Messages sent' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('from:bob');
    await page.getByRole('article').getByText('Here I am').waitFor();
    await (await open()).getByRole('button', { name: 'Direct message' }).click();
    await page.getByRole('heading', { level: 1, name: 'bob' }).waitFor();
    await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('marking as read', () => {
  it('can be undone', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'Read me', 'undo');
    const { page, problems } = await team.signIn(alice);
    const row = page.getByRole('main').getByRole('link', { name: /^undo/ });
    await row.getByText('bob: Read me').waitFor();
    await page.getByRole('button', { name: 'Mark undo as read' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByText('One message marked as read.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

// The last test, because a deactivation ends the keys of an account.
describe.skipIf(!executable)('the compose box says', () => {
  it('that a person is away, or that the account is deactivated', async () => {
    const { owner, alice, bob } = team;
    await bob.api.post('/users/me/status', { status_text: 'Away until Monday' });
    const { page, problems } = await team.signIn(alice);
    await page.goto(team.url(`#narrow/dm/${bob.userId}-bob`));
    await page.getByRole('main').getByText('bob: Away until Monday').waitFor();
    await owner.api.delete(`/users/${bob.userId}`);
    await page.getByText('bob has a deactivated account').waitFor();
    await owner.api.post(`/users/${bob.userId}/reactivate`);
    await page.getByText('bob has a deactivated account').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

import type { Person } from '@parley/test-kit';
import { testPassword } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped, soon } from '../browser.ts';
import { findings, looks, takePicture } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/roles/visitors.web.ts');

/** Markdown description of a channel. It is longer than link previews show. */
const news = `What is **new**, <b>bold</b> & [linked](https://example.com/) :tada:\n\n${'and more '.repeat(40)}`;

let team: Team;
let owner: Person;
let channelId: number;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  ({ owner } = team);
  await owner.api.patch('/realm', { enable_spectator_access: true });
  await owner.api.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'news', description: news }],
    is_web_public: true,
  });
  channelId = Number((await owner.api.get('/get_stream_id', { stream: 'news' })).stream_id);
  for (let index = 1; index <= 60; index++) await owner.send('news', `message ${index}`, 'releases');
  await owner.send('news', 'Hello @**alice**, see `code`', 'welcome');
  await team.alice.send('design', 'not for visitors', 'secret');
  await team.network.caughtUp();
});

afterAll(() => team?.[Symbol.asyncDispose]());

describe.skipIf(!executable)('a visitor without an account', () => {
  it('reads public channels and topics, and returns to them by signing in', async () => {
    const { page, problems } = await openTab(team.browser, team.url('#public'));
    await page.getByText('Choose a channel to read.').waitFor();
    await page.getByRole('link', { name: '# news' }).click();
    await page.getByRole('heading', { name: '#news' }).waitFor();
    await page.getByText('message 60', { exact: true }).waitFor();
    expect(await page.getByText('message 5', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show older messages' }).click();
    await page.getByText('message 5', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'welcome' }).click();
    await page.getByRole('heading', { name: '#news › welcome' }).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await expect.poll(() => page.title()).toBe('welcome · #news · Test');
    // The page offers visitors no field for writing.
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Log in to write' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
    await page.getByRole('article').getByText('see').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('follows a link with a path, and sees a notice when a conversation is not public', async () => {
    const { page } = await openTab(team.browser, team.url(`public/channel/${channelId}-news/topic/welcome`));
    await page.getByRole('heading', { name: '#news › welcome' }).waitFor();
    await page.goto(team.topic('secret'));
    await page.getByText('This conversation is not public.').waitFor();
    expect(await page.getByText('not for visitors').count()).toBe(0);
    await page.context().close();
  });

  it('follows a link to a message whose topic was renamed, and sees when the message was deleted', async () => {
    const id = await owner.send('news', 'on the move', 'draft');
    await owner.api.patch(`/messages/${id}`, {
      topic: 'final',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    });
    const address = team.url(`#narrow/channel/${channelId}-news/topic/draft/near/${id}`);
    const { page, problems } = await openTab(team.browser, address);
    await page.getByRole('heading', { name: '#news › final' }).waitFor();
    await page.getByText('on the move').waitFor();
    await owner.api.delete(`/messages/${id}`);
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('alert').getByText('The linked message was deleted').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('sees that there are new messages, and reads them on request', async () => {
    const { page, problems } = await openTab(
      team.browser,
      team.url(`#narrow/channel/${channelId}-news/topic/lately`),
    );
    await page.getByText('There are no messages here yet.').waitFor();
    await owner.send('news', 'the first', 'lately');
    // Making the page visible requests the number of newer messages immediately.
    const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const button = (name: string) => page.getByRole('status').getByRole('button', { name });
    const appears = async (name: string) =>
      await expect.poll(async () => [await look(), await button(name).count()][1], soon).toBe(1);
    await appears('Show one new message');
    await owner.send('news', 'the second', 'lately');
    await appears('Show 2 new messages');
    expect(await page.getByText('the first').count()).toBe(0);
    await button('Show 2 new messages').click();
    await page.getByText('the second').waitFor();
    await expect.poll(() => page.getByRole('status').getByRole('button').count(), soon).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('reaches the public channels from the sign-in page', async () => {
    const { page } = await openTab(team.browser, team.url());
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.getByRole('link', { name: 'Look around without an account' }).click();
    await page.getByText('Choose a channel to read.').waitFor();
    await page.context().close();
  });

  it.each(looks)('finds an accessible page %s', async (_look, options) => {
    const { page } = await openTab(team.browser, team.url(`#narrow/channel/${channelId}-news`), options);
    await page.getByText('message 60', { exact: true }).waitFor();
    expect(await findings(page)).toEqual([]);
    await takePicture(page, 'public');
    await page.context().close();
  });
});

describe.skipIf(!executable)('a topic page', () => {
  it('tells link previews its title and text if it is public, and nothing if it is not', async () => {
    const html = async (path: string) => (await fetch(team.url(path))).text();
    const topic = await html(`public/channel/${channelId}-news/topic/welcome`);
    expect(topic).toContain('<title>welcome · #news · Test</title>');
    expect(topic).toContain('<meta property="og:title" content="welcome · #news" />');
    expect(topic).toContain('<meta property="og:site_name" content="Test" />');
    const description = /<meta property="og:description" content="([^"]*)" \/>/.exec(topic)?.[1];
    expect(description).toMatch(/^What is new, &lt;b&gt;bold&lt;\/b&gt; &amp; linked 🎉 and more and/);
    expect(description).toMatch(/…$/);
    expect(Array.from(description!.replaceAll(/&\w+;/g, '-'))).toHaveLength(200);
    const hidden = await html(`public/channel/${team.design}-design/topic/secret`);
    expect(hidden).not.toContain('design');
    expect(hidden).toContain('<title>Test</title>');
  });
});

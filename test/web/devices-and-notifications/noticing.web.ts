import type { Person } from '@parley/test-kit';
import { testPassword } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/devices-and-notifications/noticing.web.ts');

let team: Team;
let owner: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  if (!executable) return;
  const logins = {
    organization: 'Parley Demo',
    password: testPassword,
    people: [{ email: 'alice@test.example', name: 'alice' }],
  };
  team = await Team.start(executable, { env: { PARLEY_GATEWAY_DEMO_LOGINS: JSON.stringify(logins) } });
  ({ owner, alice, bob } = team);
});

afterAll(() => team?.[Symbol.asyncDispose]());

/** Signs Alice in with a browser that records desktop notifications, and whether the client asked for permission. */
async function watched(permission: 'default' | 'granted'): Promise<Page> {
  const { page } = await openTab(team.browser, 'about:blank');
  await page.addInitScript((present) => {
    const noted = { shown: [] as string[], closed: [] as string[], asked: 0 };
    class FakeNotification {
      static permission = present;
      static async requestPermission() {
        noted.asked++;
        FakeNotification.permission = 'granted';
        return 'granted';
      }
      readonly text: string;
      constructor(title: string, { body }: { body: string }) {
        this.text = `${title}: ${body}`;
        noted.shown.push(this.text);
      }
      close() {
        noted.closed.push(this.text);
      }
    }
    Object.assign(globalThis, { Notification: FakeNotification, noted });
    document.hasFocus = () => false;
  }, permission);
  await page.goto(team.url());
  await page.getByRole('textbox', { name: 'Email' }).fill(alice.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  return page;
}

const shown = (page: Page) => page.evaluate('noted.shown') as Promise<string[]>;

describe.skipIf(!executable)('notifications', () => {
  it('are requested by a button, only when there is something to show', async () => {
    const page = await watched('default');
    const question = page.getByRole('region', { name: 'Notifications' });
    await bob.send('design', 'nobody in particular', 'talk');
    await page.waitForTimeout(500);
    expect(await question.count()).toBe(0);
    await bob.sendDirect([alice], 'are you there?');
    await question.waitFor();
    expect(await page.evaluate('noted.asked')).toBe(0);
    await question.getByRole('button', { name: 'Turn on notifications' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await page.evaluate('noted.asked')).toBe(1);
    await bob.sendDirect([alice], 'still there?');
    await expect.poll(() => shown(page), soon).toEqual(['bob · bob: still there?']);
    await page.context().close();
  });

  it('are not requested again after “not now”', async () => {
    const page = await watched('default');
    const question = page.getByRole('region', { name: 'Notifications' });
    await bob.sendDirect([alice], 'one');
    await question.getByRole('button', { name: 'Not now' }).click();
    await page.reload();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await bob.sendDirect([alice], 'two');
    await page.waitForTimeout(1_000);
    expect(await question.count()).toBe(0);
    await page.context().close();
  });

  it('are closed when their messages are read elsewhere, and not before', async () => {
    const page = await watched('granted');
    const closed = () => page.evaluate('noted.closed') as Promise<string[]>;
    const first = await bob.sendDirect([alice], 'the first');
    await bob.sendDirect([alice], 'the second');
    await expect.poll(() => shown(page), soon).toEqual(['bob · bob: the first', 'bob · bob: the second']);
    expect(await closed()).toEqual([]);
    await alice.api.post('/messages/flags', { messages: [first], op: 'add', flag: 'read' });
    await expect.poll(closed, soon).toEqual(['bob · bob: the first']);
    await alice.api.post('/mark_all_as_read');
    await expect.poll(closed, soon).toEqual(['bob · bob: the first', 'bob · bob: the second']);
    await page.context().close();
  });

  it('follow the settings, and the number of unread messages is in the title and on the icon', async () => {
    await alice.api.post('/mark_all_as_read');
    const page = await watched('granted');
    expect(await page.title()).toBe(`Inbox – ${await page.locator('.organization-name').textContent()}`);
    const icon = () => page.locator('link[rel="icon"]').getAttribute('href');
    const plain = await icon();
    await bob.send('design', 'hello @**alice**', 'talk');
    await expect.poll(() => shown(page), soon).toHaveLength(1);
    await expect.poll(() => page.title(), soon).toMatch(/^\(1\) Inbox/);
    await expect.poll(icon, soon).not.toBe(plain);
    await alice.api.patch('/settings', { enable_desktop_notifications: false });
    await expect
      .poll(async () => {
        await bob.send('design', 'again @**alice**', 'talk');
        const before = (await shown(page)).length;
        await bob.send('design', 'and again @**alice**', 'talk');
        await page.waitForTimeout(300);
        return (await shown(page)).length - before;
      }, soon)
      .toBe(0);
    await alice.api.post('/mark_all_as_read');
    await expect.poll(icon, soon).toBe(plain);
    await page.context().close();
  });
});

describe.skipIf(!executable)('writing together', () => {
  it('shows who edits a message', async () => {
    await alice.send('design', 'draft of a text', 'together');
    const first = await team.signIn(alice);
    const second = await team.signIn(bob);
    for (const { page } of [first, second]) {
      await page.goto(team.topic('together'));
      await page.getByRole('article').first().waitFor();
    }
    await first.page.keyboard.press('j');
    await first.page.keyboard.press('e');
    await first.page.getByRole('textbox', { name: 'Edit message' }).pressSequentially(' more');
    await second.page.getByText('alice is editing…').waitFor();
    await first.page.getByRole('button', { name: 'Save' }).click();
    await second.page.getByText('alice is editing…').waitFor({ state: 'detached' });
    await second.page.getByText('draft of a text more').waitFor();
    await Promise.all([first.page.context().close(), second.page.context().close()]);
  });

  it('changes the text and the time of a scheduled message', async () => {
    const at = Math.floor(Date.now() / 1000) + 7_200;
    await alice.api.post('/scheduled_messages', {
      type: 'channel',
      to: team.design,
      topic: 'later',
      content: 'at first',
      scheduled_delivery_timestamp: at,
    });
    const { page } = await team.signIn(alice);
    await page.goto(team.url('#scheduled'));
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).fill('at **last**');
    const local = new Date(at * 1000 + 3_600_000 - new Date().getTimezoneOffset() * 60_000);
    await page.getByLabel('Send at').fill(local.toISOString().slice(0, 16));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('at last').waitFor();
    const { scheduled_messages } = await alice.api.get('/scheduled_messages');
    expect(scheduled_messages).toMatchObject([{ content: 'at **last**' }]);
    expect(Math.abs(scheduled_messages[0].scheduled_delivery_timestamp - at - 3_600)).toBeLessThan(61);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a session that is ended elsewhere', () => {
  const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
  const logIn = async (page: Page) => {
    await page.getByText('Your session has ended').waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill(alice.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
  };

  it('leads to the sign-in immediately, and back to the same view and draft', async () => {
    const { page } = await team.openTopic(alice, 'interrupted');
    // Blocks saving the draft on the server, so that only this device has the text when the session ends.
    await page.route('**/api/v1/drafts**', (route) => route.abort());
    await fieldOf(page).fill('in the middle of a sent');
    const { sessions } = await page.evaluate(() =>
      fetch('/api/v1/sessions', { headers: { 'x-requested-with': 'XMLHttpRequest' } }).then((answer) =>
        answer.json(),
      ),
    );
    const current = sessions.find((each: { is_current: boolean }) => each.is_current);
    await alice.api.delete(`/sessions/${current.id}`);
    await page.getByText('Your session has ended').waitFor();
    await page.unroute('**/api/v1/drafts**');
    await logIn(page);
    await expect.poll(() => fieldOf(page).inputValue(), soon).toBe('in the middle of a sent');
    await page.context().close();
  });

  it('is noticed in the other tabs of a browser that signs out', async () => {
    const { page } = await team.openTopic(alice, 'tabs');
    const other = await page.context().newPage();
    await other.goto(team.url());
    await other.getByRole('navigation', { name: 'Views' }).waitFor();
    await other.getByRole('button', { name: 'Menu' }).click();
    await other.getByRole('menuitem', { name: 'Log out' }).click();
    await other.getByRole('textbox', { name: 'Email' }).waitFor();
    await page.getByText('Your session has ended').waitFor();
    await page.context().close();
  });
});

describe.skipIf(!executable)('sign-in', () => {
  it('offers the logins of the demo only where the organization is the demo', async () => {
    const { page } = await openTab(team.browser, team.url());
    await page.getByRole('heading', { name: /Log in to (?!Parley$)/ }).waitFor();
    expect(await page.getByText('Try the demo as').count()).toBe(0);
    await owner.api.patch('/realm', { name: 'Parley Demo' });
    await page.reload();
    await page.getByText('Try the demo as').waitFor();
    await page.getByRole('button', { name: 'alice' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.context().close();
  });

  it('shows the characters of the password when the person asks for it', async () => {
    const { page } = await openTab(team.browser, team.url());
    const field = page.getByRole('textbox', { name: 'Password' });
    await field.fill('what I typed');
    expect(await field.getAttribute('type')).toBe('password');
    const button = page.getByRole('button', { name: 'Show characters' });
    await field.press('Tab');
    await page.keyboard.press('Space');
    expect(await field.getAttribute('type')).toBe('text');
    expect(await field.inputValue()).toBe('what I typed');
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await button.click();
    expect(await field.getAttribute('type')).toBe('password');
    await page.context().close();
  });

  it('is refused without a login dialog of the browser on addresses other than those of this machine', async () => {
    const { page } = await openTab(team.browser, team.url());
    const headers: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) headers.push(request.headers()['x-requested-with']);
    });
    await page.reload();
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    await expect.poll(() => headers.length, soon).toBeGreaterThan(0);
    expect(new Set(headers)).toEqual(new Set(['XMLHttpRequest']));
    await page.context().close();
  });
});

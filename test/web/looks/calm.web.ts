import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// Tests pauses of notifications, quiet times and the organization's own look.

const executable = findBrowser();
if (!executable) saySkipped('test/web/looks/calm.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const settingsOf = async () =>
  (await team.alice.api.post('/register')).user_settings as Record<string, unknown>;

describe.skipIf(!executable)('notifications', () => {
  it('are paused for an hour from one’s own menu, undone, and paused until tomorrow', async () => {
    const { page, problems } = await team.signIn(team.alice);
    const own = page.getByRole('button', { name: 'You: alice' });
    await own.click();
    await page.getByRole('menuitem', { name: 'Pause notifications for an hour' }).click();
    await expect.poll(() => own.innerText(), soon).toContain('Paused until');
    const until = Number((await settingsOf()).notifications_paused_until);
    expect(until).toBeGreaterThan(Date.now() / 1000 + 3_500);
    expect(until).toBeLessThanOrEqual(Date.now() / 1000 + 3_600);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => own.innerText(), soon).not.toContain('Paused');
    expect((await settingsOf()).notifications_paused_until).toBe(0);
    await own.click();
    await page.getByRole('menuitem', { name: 'Pause notifications until tomorrow' }).click();
    await expect
      .poll(async () => Number((await settingsOf()).notifications_paused_until), soon)
      .toBeGreaterThan(Date.now() / 1000);
    await own.click();
    await page.getByRole('menuitem', { name: 'Resume notifications' }).click();
    await expect.poll(async () => (await settingsOf()).notifications_paused_until, soon).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are paused for an hour with one key, and resumed with it', async () => {
    const { page, problems } = await team.signIn(team.alice);
    const own = page.getByRole('button', { name: 'You: alice' });
    await own.waitFor();
    await page.keyboard.press('Z');
    await expect.poll(() => own.innerText(), soon).toContain('Paused until');
    await page.keyboard.press('Z');
    await expect.poll(() => own.innerText(), soon).not.toContain('Paused');
    await expect.poll(async () => (await settingsOf()).notifications_paused_until, soon).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are quiet in hours and on days that the person chooses', async () => {
    const { page } = await team.signIn(team.alice, { timezoneId: 'Europe/Berlin' });
    await page.goto(team.url('#settings/notifications'));
    await page.getByRole('checkbox', { name: 'Quiet hours every day' }).check();
    await page.getByLabel('From', { exact: true }).fill('21:30');
    await page.getByRole('group', { name: 'Quiet days' }).getByRole('button', { name: 'Sunday' }).click();
    await expect
      .poll(settingsOf, soon)
      .toMatchObject({ quiet_hours_enabled: true, quiet_hours_from_minute: 21 * 60 + 30, quiet_days: 64 });
    // The server needs the time zone, too.
    await expect
      .poll(async () => (await team.alice.api.get('/users/me')).timezone, soon)
      .toBe('Europe/Berlin');
    await page.context().close();
  });
});

describe.skipIf(!executable)('the look of the organization', () => {
  it('has its accent and sidebar colour, which everyone sees at once', async () => {
    const { page } = await team.signIn(team.alice);
    const hue = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent-hue'));
    expect((await hue()).trim()).toBe('275');
    await team.owner.api.patch('/realm', { accent_color: '#00875a', sidebar_color: '#3f0e40' });
    await expect.poll(async () => Math.round(Number(await hue())), soon).toBeLessThan(180);
    await expect.poll(() => page.locator('html[data-sidebar]').count(), soon).toBe(1);
    await expect(team.owner.api.patch('/realm', { accent_color: 'green' })).rejects.toThrow();
    await team.owner.api.patch('/realm', { accent_color: '', sidebar_color: '' });
    await expect.poll(() => page.locator('html[data-sidebar]').count(), soon).toBe(0);
    await page.context().close();
  });

  it('is chosen by administrators, with a logo that the sidebar shows', async () => {
    const { page, problems } = await team.signIn(team.owner);
    await page.goto(team.url('#organization/profile'));
    await page.getByLabel('Sidebar color').fill('#0b5cab');
    await expect
      .poll(async () => (await team.owner.api.post('/register')).realm_sidebar_color, soon)
      .toBe('#0b5cab');
    const logo = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(200, 40);
      canvas.getContext('2d')!.fillRect(0, 0, 200, 40);
      return Array.from(
        new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()),
      );
    });
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload picture: Logo', exact: true }).click();
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(logo) });
    await page.locator('.organization .organization-logo').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Remove: Logo', exact: true }).click();
    await page.locator('.organization .organization-logo').first().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a channel of the sidebar', () => {
  it('has its actions on right click, and is moved by them and by dragging', async () => {
    const { alice } = team;
    await alice.subscribe(['apples'], [alice]);
    await alice.subscribe(['bananas'], [alice]);
    const { page, problems } = await team.signIn(alice);
    const channels = page.getByRole('navigation', { name: 'Channels' });
    const names = () => channels.getByRole('link').allInnerTexts();
    const order = async () =>
      (await names()).map((name) => name.split('\n').at(-1)).filter((name) => name !== 'Browse channels');
    await expect.poll(order, soon).toEqual(['apples', 'bananas', 'design']);
    await channels.getByRole('link', { name: 'apples' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(order, soon).toEqual(['bananas', 'apples', 'design']);
    await channels
      .locator('.nav-row', { hasText: 'design' })
      .dragTo(channels.locator('.nav-row', { hasText: 'bananas' }), {
        targetPosition: { x: 40, y: 2 },
      });
    await expect.poll(order, soon).toEqual(['design', 'bananas', 'apples']);
    await page.reload();
    await expect.poll(order, soon).toEqual(['design', 'bananas', 'apples']);
    await channels.getByRole('link', { name: 'bananas' }).hover();
    await page.getByRole('button', { name: 'Actions of bananas' }).click();
    await page.getByRole('menuitem', { name: 'Mute channel' }).click();
    await expect.poll(() => channels.locator('.nav-row.is-muted').count(), soon).toBe(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a conversation', () => {
  it('has messages of one line of 54 px, and is printed whole', async () => {
    const { alice, bob } = team;
    for (let number = 1; number <= 60; number++) await bob.send('design', `number ${number}`, 'long');
    const { page, problems } = await team.openTopic(alice, 'long');
    const first = page.getByRole('article').filter({ hasText: /number 1$/ });
    await first.waitFor();
    expect(Math.round((await first.boundingBox())!.height)).toBe(54);
    const printed = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          window.print = () =>
            resolve(
              Array.from(
                document.querySelectorAll('.print-sheet .content'),
                (each) => each.textContent ?? '',
              ),
            );
        }),
    );
    await page.locator('#main').focus();
    await page.keyboard.press('Control+p');
    const texts = await printed;
    expect(texts.length).toBe(60);
    expect(texts[0]).toContain('number 1');
    await page.locator('.print-sheet').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a status', () => {
  it('says when its person is back, and clears itself', async () => {
    const { alice, bob } = team;
    const { page } = await team.signIn(alice);
    await page.getByRole('button', { name: 'You: alice' }).click();
    await page.getByRole('menuitem', { name: 'Set status' }).click();
    await page.getByRole('button', { name: 'On vacation' }).click();
    // On Mondays, the next Monday is a week away, so that its date is named too.
    await page.getByRole('button', { name: /^Add “back on Monday(, \w+ \d+)?”$/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const status = async () => (await bob.api.get(`/users/${alice.userId}/status`)).status;
    await expect.poll(status, soon).toMatchObject({
      status_text: expect.stringMatching(/^On vacation · back on Monday(, \w+ \d+)?$/),
    });
    // The same status with an end in the next seconds
    await alice.api.post('/users/me/status', {
      status_text: 'almost over',
      status_ends_at: Math.floor(Date.now() / 1000) + 2,
    });
    await expect.poll(status, soon).toEqual({});
    await expect
      .poll(() => page.getByRole('button', { name: 'You: alice' }).innerText(), soon)
      .not.toContain('over');
    await page.context().close();
  });
});

import { testPassword } from '@parley/test-kit';
import { startPushService, type TestPushService } from '@parley/test-servers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openTab, saySkipped, soon } from '../browser.ts';
import { installed, openWithPush } from '../push-device.ts';
import { takePicture } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/devices-and-notifications/installed.web.ts');

let service: TestPushService;
let team: Team;

beforeAll(async () => {
  if (!executable) return;
  service = await startPushService();
  team = await Team.start(executable, {
    env: { PARLEY_NOTIFY_IDLE_SECONDS: '2', PARLEY_PUSH_ALLOWED_HOSTS: service.host },
  });
});

afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(team.url());
  await page.getByRole('textbox', { name: 'Email' }).fill(team.alice.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
}

describe.skipIf(!executable)('the installed client', () => {
  it('has a manifest with icons of the sizes that it names, and shortcuts to views', async () => {
    const { page } = await openTab(team.browser, team.url());
    const href = await page.locator('link[rel="manifest"]').getAttribute('href');
    const answer = await fetch(new URL(href!, team.url()));
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    // biome-ignore lint/suspicious/noExplicitAny: the members are compared
    const manifest = (await answer.json()) as any;
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
    expect(manifest).toMatchObject({ name: 'Test', short_name: 'Test', share_target: { action: '/share' } });
    for (const { src, sizes } of manifest.icons) {
      const picture = Buffer.from(await (await fetch(new URL(src, team.url()))).arrayBuffer());
      expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable');
    const german = await fetch(new URL(href!, team.url()), {
      headers: { 'accept-language': 'de-AT,de;q=0.9' },
    });
    expect(await german.json()).toMatchObject({
      lang: 'de',
      shortcuts: [{ name: 'Eingang', url: '/#inbox' }, {}, {}, {}],
    });
    await signIn(page);
    for (const { url } of manifest.shortcuts) {
      await page.goto(new URL(url, team.url()).href);
      await expect.poll(() => page.evaluate(() => location.hash), soon).toBe(new URL(url, team.url()).hash);
    }
    // Chromium itself reports no errors that would prevent the installation.
    const session = await page.context().newCDPSession(page);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('opens without a network, reports this, and continues by itself later', async () => {
    const { page, problems } = await openTab(team.browser, team.url());
    await signIn(page);
    await installed(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Parley cannot be reached' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('accepts texts and files that other apps share, and asks where to send them', async () => {
    await team.bob.send('design', 'a place to share', 'sharing');
    const { page, problems } = await openTab(team.browser, team.url());
    await signIn(page);
    await installed(page);
    await page.evaluate(async () => {
      // The service worker controls a page only from the first load after its installation.
      if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
      }
      const form = new FormData();
      form.set('title', 'A title');
      form.set('text', 'https://example.com/page');
      form.set('url', 'https://example.com/page');
      form.append('files', new File(['content of the file'], 'notes 1.txt', { type: 'text/plain' }));
      await fetch('/share', { method: 'POST', body: form });
    });
    await page.goto(team.url('#share'));
    await page.getByText('1 file: notes 1.txt').waitFor();
    await takePicture(page, 'share');
    await page.getByRole('button', { name: '#design › sharing' }).click();
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect.poll(() => field.inputValue(), soon).toMatch(/^A title\nhttps:\/\/example\.com\/page/);
    await expect.poll(() => field.inputValue(), soon).toMatch(/\[notes 1\.txt\]\(\/user_uploads\//);
    // The shared data can be used only once.
    await page.goto(team.url('#share'));
    await page.getByText('There is nothing to share any more.').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows the last conversations without a network, and sends in order the messages that were written there', async () => {
    const { page, problems } = await openTab(team.browser, team.url());
    await team.bob.send('design', 'read me **offline**', 'abroad');
    await signIn(page);
    await page.goto(team.topic('abroad'));
    await page.getByRole('article').getByText('offline').waitFor();
    await installed(page);
    const saved = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('parley');
            opening.onsuccess = () => {
              const database = opening.result;
              const count = database.transaction('conversations').objectStore('conversations').count();
              count.onsuccess = () => {
                database.close();
                resolve(count.result);
              };
            };
          }),
      );
    await expect.poll(saved, soon).toBe(1);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await page.getByRole('article').getByText('offline').waitFor();
    await takePicture(page, 'offline');
    for (const text of ['first from afar', 'second from afar']) {
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      await page.getByRole('button', { name: 'Send when online' }).click();
      await page.getByText(text, { exact: true }).waitFor();
    }
    // Closes the window, and opens another one when the network is available again.
    const context = page.context();
    await page.close();
    await context.setOffline(false);
    const later = await context.newPage();
    await later.goto(team.topic('abroad'));
    const contents = async () =>
      (
        await team.bob.messages([
          ['channel', 'design'],
          ['topic', 'abroad'],
        ])
      ).map(({ content }) => String(content).replaceAll(/<[^>]*>/g, ''));
    await expect.poll(contents, soon).toEqual(['read me **offline**', 'first from afar', 'second from afar']);
    // Signing out deletes all data on this device.
    await later.getByRole('button', { name: 'Menu' }).click();
    await later.getByRole('menuitem', { name: 'Log out' }).click();
    await later.getByRole('textbox', { name: 'Email' }).waitFor();
    const databases = () => later.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(databases, soon).not.toContain('parley');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has a service worker that caches may not store and that may load nothing from other hosts', async () => {
    const answer = await fetch(team.url('service-worker.js'));
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'",
    );
  });
});

/** Delivers a push message to the service worker, as the browser does with a message from its push service. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(team.url()).origin,
    registrationId: await registrationId,
    data,
  });
  await session.detach();
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const { active, ...rest } = await navigator.serviceWorker.ready;
    void [active, rest];
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = await registration!.getNotifications();
    return shown.map(({ title, body }) => `${title}: ${body}`);
  });

describe.skipIf(!executable)('push messages', () => {
  it('reach a browser without an open window, open their conversation, and end at sign-out', async () => {
    const { alice, bob } = team;
    const { page, device } = await openWithPush(team, service);
    await signIn(page);
    await installed(page);
    // The client has registered a subscription, because notifications are permitted.
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('subscribed')), soon)
      .toMatch(/^[\w-]{80,}$/);
    await page.waitForTimeout(500);
    // The window shows another page, so the person is away.
    const { url } = await page.evaluate(() => ({ url: location.href }));
    await page.goto('about:blank');
    const id = await bob.sendDirect([alice], 'Are you still coming?');
    await expect.poll(() => device.received.map(({ content }) => content.message_id), soon).toEqual([id]);
    const other = await page.context().newPage();
    await other.goto(`${new URL(url).origin}/api/docs`);
    await deliver(other, JSON.stringify(device.received[0]!.content));
    await expect.poll(() => notifications(other), soon).toEqual(['bob: Are you still coming?']);
    await other.close();
    // The click shows the message in the open window, which displays another view.
    await page.goto(url);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    const [worker] = page.context().serviceWorkers();
    await worker!.evaluate(`(async () => {
      const [notification] = await registration.getNotifications();
      dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    })()`);
    await expect.poll(() => page.evaluate(() => location.hash), soon).toContain(`/near/${id}`);
    await page.getByRole('article').getByText('Are you still coming?').waitFor();
    await expect.poll(() => notifications(page), soon).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('subscribed'))).toBeNull();
    await bob.sendDirect([alice], 'Too late');
    await page.waitForTimeout(5_000);
    expect(device.requests).toBe(1);
    await page.context().close();
  });

  it('are withdrawn by a window that learns that their message was read elsewhere', async () => {
    const { alice, bob } = team;
    const { page } = await openWithPush(team, service);
    await signIn(page);
    await installed(page);
    const { url } = await page.evaluate(() => ({ url: location.href }));
    await page.goto('about:blank');
    const id = await bob.sendDirect([alice], 'Still unread?');
    const other = await page.context().newPage();
    await other.goto(`${new URL(url).origin}/api/docs`);
    const content = {
      type: 'message',
      message_id: id,
      title: 'bob',
      body: 'Still unread?',
      url: '/#inbox',
      tag: 'bob',
      time: 1,
    };
    await deliver(other, JSON.stringify(content));
    await expect.poll(() => notifications(other), soon).toEqual(['bob: Still unread?']);
    await page.goto(url);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.waitForTimeout(500);
    expect(await notifications(page)).toEqual(['bob: Still unread?']);
    await alice.api.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await expect.poll(() => notifications(page), soon).toEqual([]);
    await page.context().close();
  });

  it('are not shown beside the notification of an open window without the focus, whichever comes first', async () => {
    const { alice, bob } = team;
    const { page } = await openWithPush(team, service);
    await page.addInitScript(() => {
      const told: string[] = [];
      Object.assign(globalThis, {
        told,
        Notification: class {
          static permission = 'granted';
          static async requestPermission(): Promise<string> {
            return 'granted';
          }

          constructor(title: string) {
            told.push(title);
          }
          close() {}
        },
      });
      document.hasFocus = () => false;
    });
    await signIn(page);
    await installed(page);
    await page.reload();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.waitForTimeout(500);
    const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
    // Another page takes the focus: for the service worker, this window has none.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    const other = await page.context().newPage();
    await other.goto(team.url('api/docs'));
    await other.bringToFront();
    const push = (id: number) =>
      JSON.stringify({
        type: 'message',
        message_id: id,
        title: 'push of bob',
        body: 'x',
        url: '/#inbox',
        tag: 'bob',
        time: 1,
      });
    const focused = () =>
      page
        .context()
        .serviceWorkers()[0]!
        .evaluate(
          `clients.matchAll({ type: 'window' }).then((all) => all.filter((each) => each.focused && new URL(each.url).pathname === '/').length)`,
        );
    await expect.poll(focused, soon).toBe(0);
    const first = await bob.sendDirect([alice], 'The window comes first');
    await expect.poll(told, soon).toHaveLength(1);
    await deliver(other, push(first));
    await page.waitForTimeout(1_000);
    expect(await notifications(other)).toEqual([]);
    // The push message comes first: it is sent with the ID that the next message will have.
    const delivered = deliver(other, push(first + 1));
    await page.waitForTimeout(300);
    expect(await bob.sendDirect([alice], 'The push comes first')).toBe(first + 1);
    await delivered;
    await expect.poll(told, soon).toHaveLength(2);
    await page.waitForTimeout(2_500);
    expect(await notifications(other)).toEqual([]);
    // A push message of which the window learns too late is not told of again.
    await deliver(other, push(first + 2));
    await expect.poll(() => notifications(other), soon).toEqual(['push of bob: x']);
    expect(await bob.sendDirect([alice], 'Much later')).toBe(first + 2);
    await page.waitForTimeout(1_500);
    expect(await told()).toHaveLength(2);
    await page.context().close();
  });

  it('are not shown while a window has the focus, nor for texts that are not pushes of this server', async () => {
    const { page } = await openWithPush(team, service);
    await signIn(page);
    await installed(page);
    await page.bringToFront();
    const content = {
      type: 'message',
      message_id: 1,
      title: 'x',
      body: 'y',
      url: '/#inbox',
      tag: 't',
      time: 1,
    };
    await deliver(page, JSON.stringify(content));
    await deliver(page, 'not JSON');
    await deliver(page, JSON.stringify({ type: 'something new' }));
    await page.waitForTimeout(1_000);
    expect(await notifications(page)).toEqual([]);
    await page.context().close();
  });
});

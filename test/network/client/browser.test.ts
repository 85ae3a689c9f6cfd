import { Network, Organization, Person } from '@parley/test-kit';
import { findBrowser, openBrowser } from '@parley/test-kit/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Mailbox } from '../notifications/mailbox.ts';

const executable = findBrowser();
// joining.test.ts tests the same steps with plain HTTP requests, so they are tested without a browser too.
if (!executable) {
  process.stderr.write(
    '\nSKIPPED: test/network/client/browser.test.ts finds no Chromium. Install it (Debian: apt-get install chromium) or name one in PARLEY_TEST_BROWSER.\n\n',
  );
}

let network: Network;
let alice: Person;
let browser: Browser;
const mailbox = new Mailbox();

beforeAll(async () => {
  if (!executable) return;
  network = await Network.start({ env: { PARLEY_MAIL_DIR: mailbox.folder } });
  ({ alice } = await (await Organization.create(network)).add('alice'));
  browser = await openBrowser(executable);
});

afterAll(async () => {
  await browser?.close();
  await network?.stop();
  mailbox.remove();
});

const email = 'newcomer@test.example';
const password = 'a fine password';

it.skipIf(!executable)(
  'an invited person joins in a browser without JavaScript and posts their first message',
  async () => {
    await alice.subscribe(['welcome']);
    const { stream_id } = await alice.api.get('/get_stream_id', { stream: 'welcome' });
    await alice.api.post('/invites', { invitee_emails: email, stream_ids: [stream_id] });
    const { link } = await mailbox.waitFor(email, 'alice has invited you');

    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      // Browsers log this for the refused password and the missing icon.
      if (!message.text().startsWith('Failed to load resource')) problems.push(message.text());
    });
    page.on('requestfailed', (request) => {
      // Opening the next page cancels pending requests of the previous one, such as that for the icon.
      const reason = request.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') problems.push(`${request.url()} failed: ${reason}`);
    });
    /** Presses the button and waits for the next page. */
    const submit = () => Promise.all([page.waitForEvent('load'), page.click('button[type=submit]')]);
    const textOf = (selector: string) => page.locator(selector).textContent();

    await page.goto(link);
    expect(await textOf('h1')).toBe('Join Test');
    const address = page.locator('input[name=email]');
    expect([await address.inputValue(), await address.isEditable()]).toEqual([email, false]);
    await page.fill('input[name=full_name]', 'New Comer');
    await page.fill('input[name=password]', 'short');
    await submit();
    expect(await textOf('[role=alert]')).toContain('at least 12 characters');
    // The form still contains the valid input.
    expect(await page.inputValue('input[name=full_name]')).toBe('New Comer');
    await page.fill('input[name=password]', password);
    await submit();
    expect(await textOf('h1')).toBe('Welcome to Test');
    const session = (await context.cookies()).find(({ name }) => name.includes('session'));
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

    // The browser is signed in.
    await page.goto(`${network.gatewayUrl()}/api/v1/sessions`);
    const { sessions } = JSON.parse((await textOf('body'))!);
    expect(sessions).toMatchObject([{ is_current: true }]);
    expect(problems).toEqual([]);

    const body = await network.client().post('/fetch_api_key', { username: email, password });
    const identity = { userId: body.user_id as number, email, apiKey: body.api_key as string };
    const newcomer = new Person(identity, network.client(identity));
    const id = await newcomer.send('welcome', 'My first message', 'hello');
    expect(await alice.messages([['channel', 'welcome']])).toMatchObject([
      { id, sender_full_name: 'New Comer', content: 'My first message' },
    ]);
  },
);

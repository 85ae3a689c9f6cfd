import type { RequestListener } from 'node:http';
import { type Site, startSite } from '@parley/test-servers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, type Tab, textsOnView } from '../browser.ts';
import { findings, findingsOfPages, looks, openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/integrations.web.ts');

const section = '#settings/integrations';
const alert = (name: string) => ({
  status: 'firing',
  title: `[FIRING:1] ${name}`,
  groupLabels: { alertname: name },
  alerts: [
    { status: 'firing', labels: { alertname: name, instance: 'web1' }, annotations: { summary: 'slow' } },
  ],
});

/** What the program of an outgoing bot has received, and its present status. */
const received: string[] = [];
let status = 404;
const program: RequestListener = (request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    received.push(body);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"content":"Heard."}');
  });
};

let site: Site;
let team: Team;

beforeAll(async () => {
  if (!executable) return;
  site = await startSite(program);
  team = await Team.start(executable, {
    env: { PARLEY_INTEGRATIONS_ALLOWED_HOSTS: site.host, PARLEY_INTEGRATIONS_RETRY_MS: '600000' },
  });
});
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

/** Sends what a tool would send. Returns the status of the answer. */
async function send(
  address: string,
  payload: unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  });
  return answer.status;
}

/** Makes the address of a tool that posts to `design`, as the first step does. */
async function connect(tab: Tab, title: string, topic = ''): Promise<Page> {
  const page = await openPage(team, tab, section, 'Integrations');
  await page.getByRole('textbox', { name: 'Search tools' }).fill(title);
  await page
    .getByRole('list', { name: 'All integrations' })
    .getByRole('link', { name: title })
    .first()
    .click();
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Channel' }).fill('design');
  await page.getByRole('option', { name: '#design' }).click();
  if (topic !== '') await page.getByRole('textbox', { name: 'Topic' }).fill(topic);
  await page.getByRole('button', { name: 'Create URL' }).click();
  await addressIn(page).waitFor();
  return page;
}

const addressIn = (page: Page) => page.getByRole('textbox', { name: 'URL', exact: true });
const isOnScreen = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};
const entries = (page: Page) => page.getByRole('list', { name: 'Received' }).getByRole('listitem');

describe.skipIf(!executable)('integrations', () => {
  it('lead in three steps to an address whose first request is reported', async () => {
    const tab = await team.signIn(team.alice);
    const page = await connect(tab, 'Grafana');
    await page.getByText('Waiting for the tool’s first request').waitFor();
    // The address is on the screen, and the keyboard goes on there.
    await expect.poll(() => addressIn(page).evaluate(isOnScreen)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => addressIn(page).evaluate((field) => field === document.activeElement)).toBe(true);
    const address = await addressIn(page).inputValue();
    expect(address).toMatch(/\/api\/v1\/external\/grafana\?api_key=\w+$/);
    // The steps of the tool contain the address.
    await page.getByRole('list', { name: 'Set up Grafana' }).getByText(address).waitFor();
    expect(await send(address, alert('HighLatency'))).toBe(200);
    await page.getByText('The tool is connected').waitFor();
    await page.getByRole('link', { name: 'Open the message' }).click();
    await expect.poll(() => textsOnView(page)).toEqual([expect.stringContaining('HighLatency')]);
    expect(tab.problems).toEqual([]);
  });

  it('give addresses in all three forms, with the chosen events', async () => {
    const tab = await team.signIn(team.alice);
    const page = await connect(tab, 'GitHub', 'code');
    const events = page.getByRole('group', { name: 'Events to post' });
    await events.getByRole('button', { name: 'Choose none' }).click();
    await page.getByText('Choose at least one event').waitFor();
    expect(await addressIn(page).count()).toBe(0);
    await events.getByRole('checkbox', { name: 'ping', exact: true }).check();
    const addresses = new Set<string>();
    for (const form of ['Zulip', 'Slack', 'Mattermost']) {
      await page.getByRole('radio', { name: form, exact: false }).first().check();
      const address = await addressIn(page).inputValue();
      addresses.add(address);
      expect(new URL(address).searchParams.get('only_events')).toBe('ping');
      const ping = { zen: `Simple, ${form}`, hook_id: 1, hook: { type: 'Repository', events: ['push'] } };
      expect(await send(address, ping, { 'x-github-event': 'ping' })).toBe(200);
      const star = { action: 'created', repository: { full_name: 'a/b' }, sender: { login: 'x' } };
      expect(await send(address, star, { 'x-github-event': 'star' })).toBe(200);
    }
    expect(addresses.size).toBe(3);
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await expect.poll(() => entries(page).getByText('Posted', { exact: true }).count()).toBe(3);
    await expect.poll(() => entries(page).getByText('Filtered out', { exact: true }).count()).toBe(3);
    expect(tab.problems).toEqual([]);
  });

  it('are listed with where their messages go and what failed lately', async () => {
    const tab = await team.signIn(team.alice);
    const page = await connect(tab, 'Zabbix', 'servers');
    const address = await addressIn(page).inputValue();
    await page.goto(team.url(`${section}/connected`));
    const row = page
      .getByRole('list', { name: 'Connected' })
      .getByRole('listitem')
      .filter({ hasText: 'Zabbix →' });
    await row.getByText('Zabbix → #design › servers').waitFor();
    expect(await row.locator('.state-mark').count()).toBe(0);
    expect(await send(address, 'no object')).toBe(400);
    await page.goto(team.url(section));
    await page.goto(team.url(`${section}/connected`));
    await row.locator('.state-mark', { hasText: 'Refused' }).waitFor();
    expect(tab.problems).toEqual([]);
  });

  it('verify signatures, are turned off, and repeat what came', async () => {
    const tab = await team.signIn(team.alice);
    const page = await connect(tab, 'Sentry');
    const address = await addressIn(page).inputValue();
    const resource = { 'sentry-hook-resource': 'installation' };
    const installation = {
      actor: { type: 'user', name: 'Meredith' },
      installation: { uuid: 'x' },
      action: 'created',
      data: { installation: { organization: { slug: 'acme' } } },
    };
    await page.getByRole('button', { name: 'Generate' }).click();
    const secret = page.getByRole('textbox', { name: 'Secret to enter in the tool' });
    expect(await secret.inputValue()).toMatch(/^[0-9a-f]{64}$/);
    expect(await send(address, installation, resource)).toBe(403);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await secret.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await entries(page).getByText('Wrong signature').waitFor();
    // What nobody has verified is not posted by a press.
    expect(
      await entries(page)
        .getByRole('button', { name: /^Retry/ })
        .count(),
    ).toBe(0);

    const on = page.getByRole('checkbox', { name: 'On', exact: true });
    await on.uncheck();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await send(address, installation, resource)).toBe(403);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await entries(page).getByText('Refused', { exact: true }).first().waitFor();
    await on.check();
    await page.getByText('Saved', { exact: true }).waitFor();
    await entries(page)
      .getByRole('button', { name: /^Retry/ })
      .first()
      .click();
    await entries(page).getByText('Posted', { exact: true }).first().waitFor();
    await entries(page).first().getByText('Payload and details').click();
    await entries(page).first().getByRole('group', { name: 'Payload' }).getByText('Meredith').waitFor();
    expect(tab.problems).toEqual([]);
  });

  it('try a template beside the last payload, and use it', async () => {
    const tab = await team.signIn(team.alice);
    const page = await connect(tab, 'JSON', 'template');
    const address = await addressIn(page).inputValue();
    expect(await send(address, { build: { name: 'web', ok: false }, log: ['one', 'two'] })).toBe(200);
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByText('Custom template').click();
    const template = page.getByRole('textbox', { name: 'Template', exact: true });
    await template.fill('**');
    await page.getByRole('button', { name: 'Insert build.name' }).click();
    await page.keyboard.type('** {{#each log}}{{this}};{{/each}}');
    const preview = page.getByRole('region', { name: 'The message' });
    await preview.locator('strong', { hasText: 'web' }).waitFor();
    await preview.getByText('one;two;').waitFor();
    await template.fill('{{#if build}}');
    await preview.getByText('The template lacks').waitFor();
    await template.fill('Build of {{build.name | code}}');
    await preview.locator('code', { hasText: 'web' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Custom template (in use)').waitFor();
    expect(await send(address, { build: { name: 'api' } })).toBe(200);
    await page.goto(team.topic('template'));
    await expect.poll(async () => (await textsOnView(page)).at(-1)).toBe('Build of api');
    expect(tab.problems).toEqual([]);
  });

  it('send messages to a program, show what failed, and send it again', async () => {
    const tab = await team.signIn(team.alice);
    const page = await openPage(team, tab, section, 'Integrations');
    await page.getByRole('link', { name: 'Outgoing webhook' }).click();
    await page.getByRole('textbox', { name: 'Bot name' }).fill('Echo');
    const address = page.getByRole('textbox', { name: 'Program URL' });
    const create = page.getByRole('button', { name: 'Create outgoing webhook' });
    await address.fill('http://10.0.0.1/hook');
    await create.click();
    await page.getByText('only be sent to a public web address').waitFor();
    await address.fill(`http://${site.host}/echo`);
    await create.click();
    const credentials = page.getByRole('dialog', { name: 'Save these credentials' });
    const token = await credentials.getByRole('textbox', { name: 'Token' }).inputValue();
    await credentials.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('textbox', { name: 'Trigger words' }).fill('deploy');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Remove deploy' }).waitFor();
    await page.getByRole('combobox', { name: 'Channels where words trigger it' }).fill('design');
    await page.getByRole('option', { name: '#design' }).click();
    await page.getByRole('button', { name: 'Remove #design' }).waitFor();
    await page.getByRole('button', { name: 'See deliveries' }).click();
    // A change of words is known within two seconds.
    await expect
      .poll(async () => {
        await team.alice.send('design', 'deploy the site', 'releases');
        return received.length;
      })
      .toBeGreaterThan(0);
    expect(JSON.parse(received[0]!)).toMatchObject({ token, data: 'deploy the site' });
    const sent = page.getByRole('list', { name: 'Sent' }).getByRole('listitem');
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return sent.getByText('Given up', { exact: true }).count();
      })
      .toBeGreaterThan(0);
    status = 200;
    await sent
      .last()
      .getByRole('button', { name: /^Retry/ })
      .click();
    // The list follows what is on its way.
    await sent.last().getByText('Delivered', { exact: true }).waitFor();
    await sent.last().getByText('Payload and details').click();
    await sent.last().getByRole('group', { name: 'Response' }).getByText('Heard.').waitFor();
    await page.goto(team.topic('releases'));
    await expect.poll(async () => (await textsOnView(page)).at(-1)).toBe('Heard.');
    expect(tab.problems).toEqual([]);
  });

  it('say which permission is missing', async () => {
    await team.owner.api.patch('/realm', {
      can_create_write_only_bots_group: { new: await groupId('role:administrators') },
      can_create_bots_group: { new: await groupId('role:administrators') },
    });
    const tab = await team.signIn(team.bob);
    const page = await openPage(team, tab, section, 'Integrations');
    await page.getByText(/You cannot add integrations.*Administrators and owners/).waitFor();
    await page.getByRole('link', { name: 'Grafana' }).click();
    await page.getByText(/You cannot add integrations/).waitFor();
    expect(await page.getByRole('button', { name: 'Create URL' }).count()).toBe(0);
  });

  it('say what cannot be loaded, and load it again', async () => {
    // Requests that a service worker passes on are not those of the page.
    const tab = await team.signIn(team.alice, { serviceWorkers: 'block' });
    await tab.page.route(/\/api\/v1\/integrations(?:\?|$)/, (route) =>
      route.fulfill({ status: 400, json: { result: 'error', msg: 'Not now', code: 'BAD_REQUEST' } }),
    );
    const page = await openPage(team, tab, section, 'Integrations');
    await page.getByRole('alert').getByText('Not now').waitFor();
    await page.unrouteAll();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Grafana' }).waitFor();
  });

  it('are found by the palette and used with the keyboard alone', async () => {
    const tab = await team.signIn(team.alice);
    const { page } = tab;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').first().waitFor();
    await page.keyboard.type('Integrations');
    await page
      .getByRole('option', { name: /Integrations/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    const search = page.getByRole('textbox', { name: 'Search tools' });
    await search.focus();
    await page.keyboard.type('uptime kuma');
    const link = page.getByRole('list', { name: 'All integrations' }).getByRole('link');
    await expect.poll(() => link.count()).toBe(1);
    await link.focus();
    await page.keyboard.press('Enter');
    // The heading has the focus, so that Tab leads on from there.
    await page.getByRole('heading', { name: 'Uptime Kuma' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Uptime Kuma');
    expect(tab.problems).toEqual([]);
  });

  it.each(looks)('have no findings of axe %s', async (_name, options) => {
    const tab = await team.signIn(team.alice, options);
    const { members } = await team.alice.api.get('/users');
    const bot = (name: string) =>
      (members as { full_name: string; user_id: number }[]).find((each) => each.full_name === name)!.user_id;
    const pages = [
      [section, 'Integrations'],
      [`${section}/connected`, 'Integrations'],
      [`${section}/add/github`, 'GitHub'],
      [`${section}/outgoing`, 'Outgoing webhook'],
      [`${section}/connected/${bot('Sentry')}`, 'Sentry'],
      [`${section}/connected/${bot('Echo')}`, 'Echo'],
    ] as const;
    expect(await findingsOfPages(team, tab, pages)).toEqual({});
    for (const part of await tab.page.getByText('Payload and details').all()) await part.click();
    expect(await findings(tab.page)).toEqual([]);
    const isWide = await tab.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
  });
});

async function groupId(name: string): Promise<number> {
  const { user_groups: groups } = await team.owner.api.get('/user_groups');
  return (groups as { name: string; id: number }[]).find((each) => each.name === name)!.id;
}

import { type Site, startSite } from '@parley/test-servers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppProgram, buttons, form, manifestFor } from '../../network/integrations/app-program.ts';
import { findBrowser, saySkipped } from '../browser.ts';
import { findings, looks, openPage, takePicture } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/blocks.web.ts');

const program = new AppProgram();
let site: Site;
let team: Team;
let credentials: { token: string; api_url: string };
let topics = 0;

beforeAll(async () => {
  if (!executable) return;
  site = await startSite(program.listener);
  team = await Team.start(executable, { env: { PARLEY_INTEGRATIONS_ALLOWED_HOSTS: site.host } });
  const manifest = JSON.stringify(manifestFor(`${site.url}/app`));
  ({ credentials } = (await team.owner.api.post('/apps', { manifest })) as never);
});
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});
beforeEach(() => program.reset());

/** Calls a method of Slack's Web API as the app. */
async function slack(method: string, args: object): Promise<Record<string, unknown>> {
  const path = credentials.api_url.replace(/^https?:\/\/[^/]+/, team.network.gatewayUrl());
  const answer = await fetch(`${path}${method}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      authorization: `Bearer ${credentials.token}`,
    },
    body: JSON.stringify(args),
  });
  const body = (await answer.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ ok: true });
  return body;
}

const words = (text: string) => ({ type: 'plain_text', text });
const options = [
  { text: words('One'), value: '1' },
  { text: words('Two'), value: '2' },
];
const everyControl = [
  { type: 'section', text: { type: 'mrkdwn', text: '*Disk full*' }, block_id: 'text' },
  ...[
    { type: 'button', text: words('Press') },
    { type: 'static_select', placeholder: words('Choose'), options },
    { type: 'users_select', placeholder: words('Person') },
    { type: 'datepicker' },
    { type: 'timepicker' },
    { type: 'checkboxes', options },
    { type: 'radio_buttons', options },
    { type: 'overflow', options },
  ].map((element, index) => ({
    type: 'actions',
    block_id: `b${index}`,
    elements: [{ ...element, action_id: `a${index}` }],
  })),
];

/** Posts a message with blocks, and opens its topic as Alice. */
async function open(blocks: readonly object[] = buttons, options: object = {}) {
  const topic = `alerts${++topics}`;
  await slack('chat.postMessage', { channel: `C${team.design}`, topic, blocks });
  const tab = await team.openTopic(team.alice, topic, options);
  await tab.page.getByRole('article').locator('.blocks').waitFor();
  return tab;
}

const acknowledge = async (page: Page) => {
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByRole('dialog', { name: 'Sure?' }).getByRole('button', { name: 'Yes' }).click();
};

describe.skipIf(!executable)('blocks', () => {
  it('show a press at once, and the update of the app', async () => {
    const { page, problems } = await open();
    await page.getByRole('article').locator('strong', { hasText: 'Disk full' }).waitFor();
    const { promise, resolve } = Promise.withResolvers<void>();
    program.answer = async () => {
      await promise;
      return {
        body: {
          replace_original: true,
          text: 'Taken',
          blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*Taken* by Alice' } }],
        },
      };
    };
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sure?' });
    await dialog.getByText('You take it over.').waitFor();
    // It shows in the next picture, which is well within 100 ms, and does not wait for the network.
    const isShown = await page.evaluate(async () => {
      const yes = [...document.querySelectorAll<HTMLElement>('.dialog button')].find(
        (each) => each.textContent === 'Yes',
      )!;
      yes.click();
      await new Promise(requestAnimationFrame);
      return document.querySelector('.blocks [aria-busy="true"]') !== null;
    });
    expect(isShown).toBe(true);
    await expect.poll(() => program.requests.length).toBe(1);
    // Another press while one is under way is not sent.
    await acknowledge(page);
    resolve();
    await page.getByRole('article').locator('strong', { hasText: 'Taken' }).waitFor();
    expect(program.requests).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it('are beside the icon of the app, and are pressed with a finger on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, problems } = await open(buttons, phone);
    const article = page.getByRole('article');
    await article.locator('.program-icon', { hasText: 'D' }).waitFor();
    await article.locator('.tag', { hasText: 'Bot' }).waitFor();
    program.answer = () => ({ body: { replace_original: true, text: 'Taken by Alice' } });
    await page.getByRole('button', { name: 'Acknowledge' }).tap();
    await page.getByRole('dialog', { name: 'Sure?' }).getByRole('button', { name: 'Yes' }).tap();
    await article.getByText('Taken by Alice').waitFor();
    await article.locator('.program-icon', { hasText: 'D' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('open no tools of the message when a finger uses a control, whatever it is', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page } = await open(everyControl, phone);
    const article = page.getByRole('article');
    const tools = article.locator('.message-tools');
    const controls = article.locator('.blocks').locator('button, select, input, [role=combobox]');
    const count = await controls.count();
    expect(count).toBeGreaterThanOrEqual(8);
    for (let index = 0; index < count; index++) {
      await controls.nth(index).tap();
      expect(await article.getAttribute('class'), `${index}`).not.toContain('is-selected');
      expect(await tools.isVisible(), `${index}`).toBe(false);
      await page.keyboard.press('Escape');
    }
    // The message beside them does.
    await article.locator('strong', { hasText: 'Disk full' }).tap();
    await expect.poll(() => tools.isVisible()).toBe(true);
    await page.context().close();
  });

  it('show the update also where the person is not subscribed', async () => {
    await team.bob.subscribe(['elsewhere'], [team.bob]);
    const { stream_id } = await team.bob.api.get('/get_stream_id', { stream: 'elsewhere' });
    const { ts } = await slack('chat.postMessage', {
      channel: `C${stream_id}`,
      topic: 'alerts',
      blocks: buttons,
    });
    const { page } = await team.signIn(team.alice, { viewport: { width: 390, height: 800 }, isMobile: true });
    await page.goto(team.url(`#narrow/channel/${stream_id}-elsewhere/topic/alerts`));
    await page.getByText('Join #elsewhere to get replies').waitFor();
    // A note that is too long for the screen would make the page wider, and dialogs would be beside it.
    expect(await page.evaluate(() => innerWidth)).toBe(390);
    program.answer = async ({ payload }) => {
      const { ok } = await slack('chat.update', { channel: payload.channel.id, ts, text: 'Taken by Alice' });
      expect(ok).toBe(true);
      return {};
    };
    await acknowledge(page);
    await page.getByRole('article').getByText('Taken by Alice').waitFor();
  });

  it('say why a press failed', async () => {
    const { page } = await open();
    program.answer = () => ({ status: 500 });
    await acknowledge(page);
    await page.getByRole('alert').getByText('The app refused it.').waitFor();
    program.answer = () => ({});
    await acknowledge(page);
    await page.getByText('The app refused it.').waitFor({ state: 'detached' });
    await expect.poll(() => program.requests.length).toBe(2);
  });

  it('send what a person chooses, from options that are there or that the app loads', async () => {
    const { page } = await open();
    const level = page.getByRole('article').getByRole('combobox').first();
    await level.fill('hi');
    await page.getByRole('option', { name: 'High' }).click();
    await expect.poll(() => program.requests.length).toBe(1);
    expect(program.only.payload.actions).toMatchObject([
      { action_id: 'level', selected_option: { value: 'high' } },
    ]);
    program.reset();
    program.answer = ({ payload }) =>
      payload.type === 'block_suggestion'
        ? {
            body: { options: [{ text: { type: 'plain_text', text: `Found ${payload.value}` }, value: 'v' }] },
          }
        : {};
    const who = page.getByRole('article').getByRole('combobox').nth(1);
    await who.fill('an');
    await page.getByRole('option', { name: 'Found an' }).click();
    await expect
      .poll(() => program.requests.filter(({ payload }) => payload.type === 'block_actions'))
      .toHaveLength(1);
  });

  it('choose nothing that the person does not confirm', async () => {
    const plain = (text: string) => ({ type: 'plain_text', text });
    const confirm = {
      title: plain('Sure?'),
      text: plain('Really'),
      confirm: plain('Yes'),
      deny: plain('No'),
    };
    const options = ['Low', 'High'].map((text) => ({ text: plain(text), value: text }));
    const radio = { type: 'radio_buttons', action_id: 'h', options, initial_option: options[0], confirm };
    const { page } = await open([{ type: 'actions', elements: [radio] }]);
    const chosen = (name: string) => page.getByRole('radio', { name }).isChecked();
    for (const answer of ['No', 'Yes']) {
      await page.getByRole('radio', { name: 'High' }).click();
      await page.getByRole('dialog', { name: 'Sure?' }).getByRole('button', { name: answer }).click();
      const isConfirmed = answer === 'Yes';
      await expect.poll(() => program.requests.length).toBe(isConfirmed ? 1 : 0);
      expect([await chosen('Low'), await chosen('High')]).toEqual([!isConfirmed, isConfirmed]);
    }
  });

  it('open a form, which says what is wrong and is sent once', async () => {
    const { page, problems } = await open();
    program.answer = async ({ payload }) => {
      if (payload.type === 'block_actions') {
        await slack('views.open', { trigger_id: payload.trigger_id, view: form });
        return {};
      }
      const { value } = payload.view.state.values.service.name;
      return value === 'nope'
        ? { body: { response_action: 'errors', errors: { service: 'No such service' } } }
        : {};
    };
    await acknowledge(page);
    const dialog = page.getByRole('dialog', { name: 'Deploy' });
    const service = dialog.getByRole('textbox', { name: 'Service' });
    await service.waitFor();
    const go = dialog.getByRole('button', { name: 'Go' });
    await go.click();
    await dialog.getByText('Fill this in.').waitFor();
    await expect.poll(() => service.evaluate((field) => field === document.activeElement)).toBe(true);
    await service.fill('a');
    await go.click();
    await dialog.getByText('At least 2 characters.').waitFor();
    await service.fill('nope');
    await go.click();
    await dialog.getByText('No such service').waitFor();
    expect(await findings(page)).toEqual([]);
    await service.fill('web');
    await dialog.getByLabel(/^Day/).fill('2026-12-01');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const sent = program.requests.filter(({ payload }) => payload.type === 'view_submission');
    expect(sent.at(-1)!.payload.view.state.values).toMatchObject({
      service: { name: { value: 'web' } },
      day: { date: { selected_date: '2026-12-01' } },
    });
    expect(problems).toEqual([]);
  });

  it('show a message to one person alone, until it is dismissed', async () => {
    const { page } = await open();
    program.answer = () => ({ body: { text: 'Nobody else sees this' } });
    await acknowledge(page);
    const only = page.getByRole('log', { name: 'Messages that only you see' });
    await only.getByText('Nobody else sees this').waitFor();
    await only.getByText('Only you see this').waitFor();
    // It is as wide as the box below, also in a wide window.
    await page.setViewportSize({ width: 1600, height: 850 });
    const edgesOf = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
      });
    await expect.poll(() => edgesOf('.ephemeral')).toEqual(await edgesOf('.center > .compose'));
    await only.getByRole('button', { name: 'Dismiss' }).click();
    await only.getByText('Nobody else sees this').waitFor({ state: 'detached' });
  });

  it('complete commands with their hints, and send them to the app', async () => {
    const { page } = await open();
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill('/dep');
    await page.getByRole('option', { name: /\/deploy.*\[service\]/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('web');
    program.answer = () => ({ body: { text: 'On its way' } });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log', { name: 'Messages that only you see' }).getByText('On its way').waitFor();
    expect(program.only.fields).toMatchObject({ command: '/deploy', text: 'web' });
    expect(await field.inputValue()).toBe('');
    // A command that failed stands in the field again.
    program.answer = () => ({ status: 500 });
    await field.fill('/deploy api');
    await page.keyboard.press('Control+Enter');
    await page.getByText('/deploy: The app refused it.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('/deploy api');
  });

  it('are those of apps that administrators install, approve and turn off', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/integrations/apps', 'Integrations');
    await page.getByRole('button', { name: 'Install an app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Install an app' });
    const manifest = dialog.getByRole('textbox', { name: 'Manifest' });
    await manifest.fill('{');
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();
    await dialog.getByRole('alert').getByText(/JSON/).waitFor();
    const polls = { name: 'Polls', commands: [], events: ['reaction_added'] };
    await manifest.fill(JSON.stringify(manifestFor(`${site.url}/polls`, polls)));
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Save these credentials' });
    expect(await shown.getByRole('textbox', { name: 'App token' }).inputValue()).toMatch(/^xoxb-/);
    await shown.getByRole('button', { name: 'I have saved them' }).click();
    const card = page.getByRole('region', { name: 'Polls' });
    // Nobody has approved it yet, and what it may do stands beside where it may.
    await card.getByText('Read and send messages').waitFor();
    await card.getByText('No channel yet').waitFor();
    await card.getByRole('combobox', { name: 'Add a channel' }).fill('design');
    await page.getByRole('option', { name: '#design' }).click();
    await card.getByRole('button', { name: 'Remove #design' }).waitFor();
    // What it gets is listed, as for other programs.
    await card.getByText('Sent', { exact: true }).click();
    await card.getByText('Nothing in the last few days').waitFor();
    await card.getByRole('checkbox', { name: 'On', exact: true }).uncheck();
    await expect
      .poll(async () => {
        const { apps } = await team.owner.api.get('/apps');
        return (apps as object[]).at(-1);
      })
      .toMatchObject({ name: 'Polls', is_enabled: false, channel_ids: [team.design] });
    expect(await findings(page)).toEqual([]);
    await takePicture(page, 'apps');
    await card.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    // Others see what apps may do, and change nothing.
    const alice = await team.signIn(team.alice);
    await openPage(team, alice, '#settings/integrations/apps', 'Integrations');
    await alice.page.getByRole('region', { name: 'Deploys' }).getByText('/deploy [service]').waitFor();
    expect(await alice.page.getByRole('button', { name: 'Install an app' }).count()).toBe(0);
  });

  it.each(looks)('have no findings of axe %s', async (_name, options) => {
    const plain = (text: string) => ({ type: 'plain_text', text });
    const option = (text: string) => ({ text: plain(text), value: text });
    const { page } = await open(
      [
        { type: 'header', text: plain('Disk almost full') },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: '*db1* has `4 %` left' },
          fields: [
            { type: 'mrkdwn', text: '*Since*\n10:00' },
            { type: 'mrkdwn', text: '*Level*\nhigh' },
          ],
          accessory: { type: 'overflow', action_id: 'o', options: [option('Mute'), option('Escalate')] },
        },
        { type: 'divider' },
        { type: 'context', elements: [plain('from the monitor')] },
        {
          type: 'actions',
          elements: [
            { type: 'button', action_id: 'a', text: plain('Acknowledge'), style: 'primary' },
            { type: 'button', action_id: 'b', text: plain('Delete'), style: 'danger' },
            { type: 'users_select', action_id: 'c', placeholder: plain('Assign to') },
            { type: 'channels_select', action_id: 'd', placeholder: plain('Post to') },
            { type: 'datepicker', action_id: 'e', placeholder: plain('Due') },
            { type: 'timepicker', action_id: 'f', placeholder: plain('At') },
            { type: 'checkboxes', action_id: 'g', options: [option('Disk'), option('Memory')] },
            { type: 'radio_buttons', action_id: 'h', options: [option('Low'), option('High')] },
          ],
        },
      ],
      options,
    );
    await takePicture(page, 'blocks');
    expect(await findings(page)).toEqual([]);
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
  });
});

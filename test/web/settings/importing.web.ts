import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { findingsOfPages, looks, openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/importing.web.ts');

const section = '#organization/imports';
const folder = mkdtempSync(join(tmpdir(), 'parley-archives-'));
const at = Date.UTC(2024, 4, 1, 12);

/** Writes an archive in the form of Mattermost: a channel with posts of one person. */
function archive(name: string, channel: string, posts: number): string {
  const user = `${channel}-ada`;
  const lines = [
    { type: 'version', version: 1 },
    { type: 'team', team: { name: 'old', display_name: 'Old', type: 'O' } },
    { type: 'channel', channel: { team: 'old', name: channel, display_name: channel, type: 'O' } },
    {
      type: 'user',
      user: {
        username: user,
        email: `${user}@old.example`,
        teams: [{ name: 'old', channels: [{ name: channel, roles: 'channel_user' }] }],
      },
    },
    ...Array.from({ length: posts }, (_, each) => ({
      type: 'post',
      post: { team: 'old', channel, user, message: `Post ${each}`, create_at: at + each * 1_000 },
    })),
  ];
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

let team: Team;

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable, { env: { PARLEY_IMPORTING_DIR: folder } });
});
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const entries = (page: Page) => page.getByRole('list', { name: 'Imports so far' }).locator('> li');

async function channelNames(): Promise<string[]> {
  const { streams } = await team.owner.api.get('/streams');
  return (streams as { name: string }[]).map(({ name }) => name);
}

describe.skipIf(!executable)('imports', () => {
  it('lead from an upload over a dry run with its report to messages, and back', async () => {
    const { page, problems } = await team.signIn(team.owner);
    await openPage(team, { page, problems }, section, 'Import');
    await page.getByText('Nothing was imported yet.').waitFor();
    const tryOut = page.getByRole('button', { name: 'Dry run', exact: true });
    expect(await tryOut.isDisabled()).toBe(true);
    await page.locator('input[type="file"]').setInputFiles(archive('bridge.jsonl', 'bridge', 40));
    await page.getByText('bridge.jsonl is uploaded.').waitFor();
    await tryOut.click();
    const entry = entries(page).filter({ hasText: 'bridge.jsonl' });
    await entry.getByText(/^Dry run · Mattermost/).waitFor();
    await entry.getByText('Report', { exact: true }).click();
    const row = (name: string) => entry.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect.poll(() => row('Messages').getByRole('cell').first().textContent()).toBe('40');
    expect(await row('Channels').getByRole('cell').first().textContent()).toBe('1');
    expect(await channelNames()).not.toContain('bridge');

    await entry.getByRole('button', { name: 'Import bridge.jsonl' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import this archive?' });
    await dialog.getByRole('button', { name: 'Start the import' }).click();
    await dialog.waitFor({ state: 'detached' });
    const imported = entries(page).filter({ hasText: /Imported · Mattermost/ });
    await imported.waitFor();
    expect(await channelNames()).toContain('bridge');

    await imported.getByRole('button', { name: 'Undo the import of bridge.jsonl' }).click();
    const ask = page.getByRole('dialog', { name: /^Remove everything/ });
    await ask.getByRole('button', { name: 'Undo' }).click();
    await entries(page)
      .filter({ hasText: /Removed · Mattermost/ })
      .waitFor();
    await expect.poll(channelNames).not.toContain('bridge');
    expect(problems).toEqual([]);
  });

  it('take an archive on the server, and say what is wrong with a path', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, section, 'Import');
    await page.getByRole('radio', { name: /^An archive on the server/ }).check();
    const path = page.getByRole('textbox', { name: 'Path on the server' });
    const start = page.getByRole('button', { name: 'Import without a dry run' });
    await path.fill('/etc/passwd');
    await start.click();
    const dialog = page.getByRole('dialog', { name: 'Import this archive?' });
    await dialog.getByRole('button', { name: 'Start the import' }).click();
    await dialog.getByRole('alert').getByText('There is no such archive on the server.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await path.fill(archive('harbour.jsonl', 'harbour', 5));
    await page.getByRole('combobox', { name: 'Where it comes from' }).selectOption('mattermost');
    await start.click();
    await dialog.getByRole('button', { name: 'Start the import' }).click();
    await entries(page)
      .filter({ hasText: 'harbour.jsonl' })
      .filter({ hasText: /Imported · Mattermost/ })
      .waitFor();
    expect(await channelNames()).toContain('harbour');
  });

  it('show progress and the time that is left, and are stopped', async () => {
    const tab = await team.signIn(team.owner, { serviceWorkers: 'block' });
    const { page } = tab;
    let done = 0;
    let isStopped = false;
    const shown = () => ({
      id: 99,
      state: isStopped ? 'stopped' : 'running',
      phase: isStopped ? '' : 'message',
      done,
      // The size is not known at first.
      total: done < 2_000 ? 0 : 100_000,
      archive: 'large.zip',
      archive_path: '/archives/large.zip',
      source: 'slack',
      dry_run: false,
      merge_people: null,
      acting_user_id: team.owner.userId,
      start_time: 1_795_000_000,
      end_time: null,
      error: '',
      report: null,
    });
    await page.route(/\/api\/v1\/imports(?:\?|$)/, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      done += 1_000;
      await route.fulfill({ json: { result: 'success', msg: '', imports: [shown()] } });
    });
    await page.route(/\/api\/v1\/imports\/99\/stop/, async (route) => {
      isStopped = true;
      await route.fulfill({ json: { result: 'success', msg: '' } });
    });
    await openPage(team, tab, section, 'Import');
    const group = page.getByRole('group', { name: 'Importing large.zip' });
    await group.getByText(/^Messages · \d+ %/).waitFor();
    await group.getByText(/about \d+ minutes left/).waitFor();
    await group.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await entries(page).filter({ hasText: 'Stopped' }).waitFor();
    await entries(page).getByRole('button', { name: 'Continue the import of large.zip' }).waitFor();
  });

  it('continue an upload where the connection was lost', async () => {
    const tab = await team.signIn(team.owner, { serviceWorkers: 'block' });
    const page = await openPage(team, tab, section, 'Import');
    let isBroken = true;
    const methods: string[] = [];
    await page.route('**/tus/**', (route) => {
      methods.push(route.request().method());
      if (isBroken)
        return route.fulfill({ status: 400, json: { result: 'error', msg: 'Lost', code: 'BAD_REQUEST' } });
      return route.fallback();
    });
    await page.locator('input[type="file"]').setInputFiles(archive('pier.jsonl', 'pier', 5));
    const failed = page.getByRole('alert').filter({ hasText: 'pier.jsonl is not complete. Lost' });
    await failed.waitFor();
    isBroken = false;
    await failed.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('pier.jsonl is uploaded.').waitFor();
    // The server was asked what it has, instead of beginning anew.
    expect(methods).toContain('HEAD');
  });

  it('are for owners', async () => {
    const { page } = await team.signIn(team.alice);
    await page.goto(team.url(section));
    await page.getByText('You cannot open this section.').waitFor();
  });

  it.each(looks)('have no findings of axe %s', async (_name, options) => {
    const tab = await team.signIn(team.owner, options);
    const page = await openPage(team, tab, section, 'Import');
    await entries(page).first().getByText('Report', { exact: true }).click();
    expect(await findingsOfPages(team, tab, [[section, 'Import']])).toEqual({});
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { findings, openPage } from '../settings-kit.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/settings/playgrounds.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});
afterAll(() => team?.[Symbol.asyncDispose]());

describe.skipIf(!executable)('code playgrounds', () => {
  it('are tried while they are added, open code of their language, and can be restored after their removal', async () => {
    const tab = await team.signIn(team.owner);
    const page = await openPage(team, tab, '#organization/playgrounds', 'Code playgrounds');
    await page.getByText('No playgrounds yet.').waitFor();
    await page.getByRole('button', { name: 'Add a playground' }).click();
    const form = page.getByRole('dialog', { name: 'Add a playground' });
    const add = form.getByRole('button', { name: 'Add a playground' });
    await form.getByLabel('Site name').fill('Snake yard');
    await form.getByLabel('Language').fill('python');
    const address = form.getByLabel('Address with {code}');
    await address.fill('https://yard.example/run');
    await form.getByText('The address needs {code}, where the code goes.').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    expect(await add.isDisabled()).toBe(true);
    await address.fill('yard.example/{code}');
    await form.getByText('must begin with http:// or https://').waitFor();
    await address.fill('https://yard.example/run{?code}');
    const example = 'https://yard.example/run?code=print%28%221%20%2B%201%22%29';
    await form.getByRole('link', { name: example }).waitFor();
    expect(await findings(page)).toEqual([]);
    await add.click();
    await form.waitFor({ state: 'detached' });

    const id = await team.owner.send(
      'design',
      '```python\nprint("1 + 1")\n```\n\n```rust\nfn a() {}\n```',
      'code',
    );
    const blocks = page.locator('.codehilite');
    await page.goto(team.url(`#narrow/channel/${team.design}/topic/code/near/${id}`));
    const link = blocks.nth(0).getByRole('link', { name: 'Open in Snake yard' });
    await link.waitFor({ state: 'attached' });
    expect(await link.getAttribute('href')).toBe(
      'https://yard.example/run?code=print%28%221%20%2B%201%22%29%0A',
    );
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await blocks.nth(1).getByRole('link').count()).toBe(0);
    // The page offers a newly added site without a reload.
    await team.owner.api.post('/realm/playgrounds', {
      name: 'Crab yard',
      pygments_language: 'Rust',
      url_template: 'https://crab.example/{code}',
    });
    await blocks.nth(1).getByRole('link', { name: 'Open in Crab yard' }).waitFor({ state: 'attached' });
    expect(await findings(page)).toEqual([]);

    await openPage(team, tab, '#organization/playgrounds', 'Code playgrounds');
    await page.getByRole('button', { name: 'Remove Snake yard' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Snake yard?' });
    await question.getByText('Code blocks of python then open nowhere.').waitFor();
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove Snake yard' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove Snake yard' }).waitFor();
    expect(tab.problems).toEqual([]);
    await page.context().close();
  });
});

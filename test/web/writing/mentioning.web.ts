import { Organization, type Person } from '@parley/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, soon } from '../browser.ts';
import { Team } from '../team.ts';

// Refers to people, groups, channels and topics whose names several have, or whose names contain characters of the syntax.

const executable = findBrowser();
if (!executable) saySkipped('test/web/writing/mentioning.web.ts');

let team: Team;
let namesakes: readonly [Person, Person];
const ids = { group: 0, channel: 0 };

beforeAll(async () => {
  if (!executable) return;
  team = await Team.start(executable);
  const { owner, alice, bob, network } = team;
  const organization = await Organization.signIn((credentials) => network.client(credentials));
  const { one, two } = await organization.add('one', 'two');
  namesakes = [one, two];
  for (const { userId } of namesakes) await owner.api.patch(`/users/${userId}`, { full_name: 'Sam Same' });
  await owner.api.patch(`/users/${bob.userId}`, { full_name: 'Jane Roe | Sales' });
  await alice.subscribe(['design'], [one, two]);
  await owner.api.post('/user_groups/create', { name: 'stars*and*', description: '', members: [bob.userId] });
  const { user_groups: groups } = await owner.api.get('/user_groups');
  ids.group = (groups as { id: number; name: string }[]).find(({ name }) => name === 'stars*and*')!.id;
  await alice.subscribe(['in > out **'], [alice, bob]);
  ids.channel = (await alice.api.get('/get_stream_id', { stream: 'in > out **' })).stream_id as number;
});

afterAll(() => team?.[Symbol.asyncDispose]());

const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

/** Types a text, and chooses the suggestion at an index. Returns the text of the field. */
async function complete(page: Page, typed: string, option: string, index = 0): Promise<string> {
  await field(page).fill('');
  await field(page).pressSequentially(typed);
  await page.getByRole('option', { name: option }).nth(index).click();
  return field(page).inputValue();
}

describe.skipIf(!executable)('a mention', () => {
  it('is offered for the values of fields by which people are found, and for no others', async () => {
    const { owner, bob } = team;
    const ids: number[] = [];
    for (const [name, use_for_user_matching] of [
      ['Nickname', true],
      ['Motto', false],
    ] as const) {
      ids.push(
        (await owner.api.post('/realm/profile_fields', { name, field_type: 1, use_for_user_matching })).id,
      );
    }
    const data = ['Sparrow', 'Carpe diem'].map((value, at) => ({ id: ids[at], value }));
    await bob.api.patch('/users/me/profile_data', { data });
    const { page, problems } = await team.openTopic(team.alice, 'nicknames');
    await field(page).fill('');
    await field(page).pressSequentially('@Carpe');
    await page.waitForTimeout(600);
    expect(await page.getByRole('option').count()).toBe(0);
    expect(await complete(page, '@sparr', 'Jane Roe')).toBe('@**Jane Roe | Sales** ');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sparrow');
    await page.getByRole('option', { name: 'Jane Roe' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('of a person whose name others have contains the ID, wherever it is inserted', async () => {
    const [one, two] = namesakes;
    await one.send('design', 'It is me', 'names');
    const { page, problems } = await team.openTopic(team.alice, 'names');
    const texts = [await complete(page, '@Sam', 'Sam Same'), await complete(page, '@Sam', 'Sam Same', 1)];
    expect(texts.sort()).toEqual([one, two].map(({ userId }) => `@**Sam Same|${userId}** `).sort());
    // The suggestions can be told apart.
    await field(page).fill('');
    await field(page).pressSequentially('@Sam');
    await expect
      .poll(async () =>
        (await page.getByRole('option').allInnerTexts()).map((each) => each.split('\n').at(-1)),
      )
      .toEqual([one, two].map(({ email }) => email));
    await field(page).fill('');
    const message = page.getByRole('article').filter({ hasText: 'It is me' });
    await message.click();
    await page.keyboard.press('@');
    await expect.poll(() => field(page).inputValue()).toBe(`@**Sam Same|${one.userId}** `);
    // A mention within a word would be none.
    await field(page).fill('Dear');
    await message.getByRole('button', { name: 'Sam Same' }).first().click();
    await page.getByRole('button', { name: 'Mention' }).click();
    await expect.poll(() => field(page).inputValue()).toBe(`Dear @**Sam Same|${one.userId}** `);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await message.page().getByRole('article').filter({ hasText: 'Dear @Sam Same' }).waitFor();
    await expect
      .poll(async () => (await one.messages([{ operator: 'is', operand: 'mentioned' }])).length, soon)
      .toBe(1);
    expect(await two.messages([{ operator: 'is', operand: 'mentioned' }])).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is offered of people in the channel first, and says who is not there', async () => {
    const { network, owner } = team;
    const organization = await Organization.signIn((credentials) => network.client(credentials));
    const { outside, inside, writer } = await organization.add('outside', 'inside', 'writer');
    for (const [person, full_name] of [
      [outside, 'Marie Outside'],
      [inside, 'Malik Inside'],
      [writer, 'Lee Mann'],
    ] as const)
      await owner.api.patch(`/users/${person.userId}`, { full_name });
    await team.alice.subscribe(['design'], [inside, writer]);
    await writer.send('design', 'Who is there?', 'people');
    const { page, problems } = await team.openTopic(team.alice, 'people');
    await page.getByText('Who is there?').waitFor();
    await field(page).fill('');
    await field(page).pressSequentially('@ma');
    const options = page.getByRole('option');
    await expect
      .poll(async () => (await options.locator('span[dir]').allTextContents()).slice(0, 3), soon)
      .toEqual(['Lee Mann', 'Malik Inside', 'Marie Outside']);
    expect(await options.locator('mark').allTextContents()).toEqual(
      expect.arrayContaining(['Ma', 'Ma', 'Ma']),
    );
    expect(await options.nth(1).textContent()).not.toContain('Not in channel');
    expect(await options.nth(2).textContent()).toContain('Not in channel');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('reaches people and groups with any names', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'names');
    expect(await complete(page, '@Jane', 'Jane Roe | Sales')).toBe('@**Jane Roe | Sales** ');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page
      .getByRole('article')
      .locator(`[data-user-id="${team.bob.userId}"]`)
      .getByText('@Jane')
      .waitFor();
    expect(await complete(page, '@stars', 'stars*and*')).toBe(`@*|${ids.group}* `);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').getByText('@stars*and*').waitFor();
    expect(await team.bob.messages([{ operator: 'is', operand: 'mentioned' }])).toHaveLength(2);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('that mentions nobody says so while it is written', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'names');
    const notice = (text: string) => page.getByRole('status').filter({ hasText: text });
    await field(page).pressSequentially('Ask @**Sam');
    expect(await notice('nobody is mentioned').count()).toBe(0);
    await field(page).pressSequentially(' Same** or @**Nobody**');
    await notice('Several people have the name in @**Sam Same**').waitFor();
    await notice('Nobody has the name in @**Nobody**').waitFor();
    await field(page).fill(`Ask @**Sam Same|${namesakes[0].userId}** or \`@**Nobody**\``);
    await expect.poll(() => notice('nobody is mentioned').count()).toBe(0);
    await field(page).fill('Ask @**Late**');
    await notice('Nobody has the name in @**Late**').waitFor();
    await team.owner.api.patch(`/users/${namesakes[1].userId}`, { full_name: 'Late' });
    await expect.poll(() => notice('nobody is mentioned').count(), soon).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a link', () => {
  it('to a channel or topic works with any name', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'names');
    const link = await complete(page, '#in', '#in > out **');
    expect(link).toContain(`](/#narrow/channel/${ids.channel}-`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').getByRole('link', { name: '#in > out **' }).click();
    await page.getByRole('heading', { name: '#in > out **' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('in a quotation leads to the message, also after an unfinished code block', async () => {
    const content = '```js\nlet unfinished = `x';
    await team.bob.send('design', content, 'code');
    const { page, problems } = await team.openTopic(team.alice, 'code');
    const message = page.getByRole('article').filter({ hasText: 'let unfinished' });
    await message.click();
    await page.keyboard.press('>');
    await expect.poll(() => field(page).inputValue(), soon).toContain('said');
    await field(page).press('End');
    await field(page).pressSequentially('My answer');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('article').filter({ hasText: 'said' });
    await answer.locator('.content > p', { hasText: 'My answer' }).waitFor();
    await expect.poll(() => answer.locator('blockquote').getByText('My answer').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

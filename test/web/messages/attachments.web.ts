/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped, showFormats, soon, textsOnView } from '../browser.ts';
import { Team } from '../team.ts';

const executable = findBrowser();
if (!executable) saySkipped('test/web/messages/attachments.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');

/** A PNG picture of 1 × 1 pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const choose = (page: Page, ...names: string[]) =>
  page.locator('input[type=file]').setInputFiles(
    names.map((name) => ({
      name,
      mimeType: name.endsWith('.png') ? 'image/png' : 'text/plain',
      buffer: name.endsWith('.png') ? picture : Buffer.from(`content of ${name}`),
    })),
  );

/** Presses what shows marks as what they mean while one writes, or no longer. */
async function toggleLiveFormatting(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Show formatting while writing' }).click();
}

describe.skipIf(!executable)('the files of a message that is written', () => {
  it('are cards that are described, put in order and removed, and the text follows', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'cards');
    await fieldOf(page).fill('Look:\n');
    await choose(page, 'one.png', 'two.txt', 'three.txt');
    await expect.poll(() => files(page).count(), soon).toBe(3);
    await page.getByRole('textbox', { name: 'Caption of one.png' }).fill('The first one');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => fieldOf(page).inputValue())
      .toMatch(/\[The first one\]\(\/user_uploads\/\S+\/one\.png\)/);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('compose-message');
    await page.getByRole('button', { name: 'Move three.txt back' }).click();
    await page.getByRole('button', { name: 'Remove two.txt' }).click();
    await expect
      .poll(async () => (await fieldOf(page).inputValue()).match(/\[.*?\]/g))
      .toEqual(['[The first one]', '[three.txt]']);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const message = page.getByRole('article');
    await message.getByText('The first one').waitFor();
    // The name is the card's, and the raw line of the link is gone.
    await message.getByRole('link', { name: /three\.txt.*TXT/ }).waitFor();
    expect(await message.locator('.content p').allInnerTexts()).toEqual(['Look:']);
    await message.getByText(/· \d+ bytes/).waitFor();
    await message.getByRole('button', { name: 'Show text' }).click();
    await message.getByText('content of three.txt').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('pictures of a message', () => {
  it('are a grid, and the viewer shows them with keys, zoom, strip, sender and download', async () => {
    const { bob } = team;
    const urls = await Promise.all(
      ['a.png', 'b.png', 'c.png'].map((name) => team.upload(bob, name, 'image/png', new Uint8Array(picture))),
    );
    const names = ['a.png', 'second', 'c.png'];
    await bob.send('design', urls.map((url, at) => `[${names[at]}](${url})`).join('\n'), 'grid');
    const { page, problems } = await team.openTopic(team.alice, 'grid');
    const grid = page.locator('.picture-grid');
    await grid.waitFor();
    expect(await grid.locator('img').count()).toBe(3);
    await grid.locator('a').first().click();
    const viewer = page.getByRole('dialog', { name: 'a.png' });
    await viewer.getByText('1 of 3').waitFor();
    await viewer.getByText('bob').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'second' }).waitFor();
    await page.keyboard.press('End');
    const last = page.getByRole('dialog', { name: 'c.png' });
    await last.getByRole('link', { name: 'Download' }).waitFor();
    await page.keyboard.press('+');
    await last.getByText('150 %').waitFor();
    await page.keyboard.press('0');
    await last.getByText('100 %').waitFor();
    await last.getByRole('group', { name: 'All pictures' }).getByRole('button', { name: 'a.png' }).click();
    await page.getByRole('dialog', { name: 'a.png' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** A PDF of one page with a black square in its middle. */
function pdf(): Uint8Array<ArrayBuffer> {
  const drawing = '0 0 0 rg 50 50 100 100 re f';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>',
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, at) => {
    const start = text.length;
    text += `${at + 1} 0 obj${object}endobj\n`;
    return start;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`;
  return new TextEncoder().encode(text);
}

describe.skipIf(!executable)('a PDF of a message', () => {
  it('is a card with its size, and shows its first page', async () => {
    const url = await team.upload(team.bob, 'plan.pdf', 'application/pdf', pdf());
    const emoji = '\u{1F469}\u200D\u{1F4BB}';
    const note = await team.upload(team.bob, `می\u200Cخواهم ${emoji}.txt`, 'text/plain', pdf());
    await team.bob.send('design', `[می\u200Cخواهم ${emoji}.txt](${note})`, 'pdf');
    await team.bob.send('design', `[plan.pdf](${url})`, 'pdf');
    const { page, problems } = await team.openTopic(team.alice, 'pdf');
    const message = page.getByRole('article').filter({ hasText: 'plan.pdf' });
    await page
      .getByRole('link', { name: new RegExp(`می\u200Cخواهم ${emoji}\\.txt.*TXT · \\d+ bytes`) })
      .waitFor();
    await message.getByRole('link', { name: /plan\.pdf.*PDF · \d+ bytes/ }).waitFor();
    await message.getByRole('button', { name: 'Show first page' }).click();
    const canvas = message.getByRole('img', { name: 'First page' });
    await canvas.waitFor();
    await message.getByText('One page').waitFor();
    const colours = await canvas.evaluate((each) => {
      const { width, height } = each as HTMLCanvasElement;
      const context = (each as HTMLCanvasElement).getContext('2d')!;
      return [
        [width / 2, height / 2],
        [width / 10, height / 10],
      ].map(([x, y]) => context.getImageData(x!, y!, 1, 1).data[0]);
    });
    expect(colours).toEqual([0, 255]);
    await message.getByRole('button', { name: 'Hide page' }).click();
    await canvas.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** A recording of two seconds as WAV, of which the second half is silent. */
function recording(): Uint8Array<ArrayBuffer> {
  const rate = 8_000;
  const samples = Int16Array.from({ length: 2 * rate }, (_, at) =>
    at < rate ? Math.sin(at / 5) * 20_000 : 0,
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return new Uint8Array(Buffer.concat([head, Buffer.from(samples.buffer)]));
}

describe.skipIf(!executable)('a voice message', () => {
  it('has a waveform, a length, and speeds from 1 to 2', async () => {
    const url = await team.upload(team.bob, 'voice-message-2026-11-03-090507.wav', 'audio/wav', recording());
    await team.bob.send('design', `[voice-message-2026-11-03-090507.wav](${url})`, 'voice');
    const { page, problems } = await team.openTopic(team.alice, 'voice');
    const player = page.getByRole('group', { name: 'Voice message' });
    await player.getByText('0:02').waitFor();
    const bars = player.locator('.voice-wave > span');
    await expect.poll(() => bars.count(), soon).toBeGreaterThan(40);
    const heights = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height));
    expect(Math.min(...heights.slice(0, 20))).toBeGreaterThan(Math.max(...heights.slice(-20)));
    const speed = player.getByRole('button', { name: 'Speed: 1', exact: true });
    await speed.click();
    await player.getByRole('button', { name: 'Speed: 1.25' }).waitFor();
    await player.getByRole('button', { name: 'Play' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is recorded from the microphone, and sent', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'recorded', { permissions: ['microphone'] });
    await page.evaluate(() => {
      // A microphone that hears a tone.
      navigator.mediaDevices.getUserMedia = async () => {
        const context = new AudioContext();
        const tone = context.createOscillator();
        const end = context.createMediaStreamDestination();
        tone.connect(end);
        tone.start();
        return end.stream;
      };
    });
    await showFormats(page);
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Record a voice message' }).click();
    const recorder = page.getByRole('group', { name: 'Recording' });
    await recorder.getByText('0:01').waitFor();
    await recorder.getByRole('button', { name: 'Add the recording' }).click();
    await expect
      .poll(() => fieldOf(page).inputValue(), soon)
      .toMatch(/^\[voice-message-.*\.(weba|m4a|ogg)\]/);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('article').getByRole('group', { name: 'Voice message' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('a message is forwarded', () => {
  it('with a comment and a link back, to a topic that one field finds', async () => {
    const { alice, bob } = team;
    await bob.send('design', 'The number is 42', 'source');
    await bob.send('design', 'Anything new?', 'destination');
    const { page, problems } = await team.openTopic(alice, 'source');
    const message = page.getByRole('article').filter({ hasText: 'The number is 42' });
    await message.hover();
    await message.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Forward' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forward message' });
    expect(await dialog.getByRole('button', { name: 'Forward' }).isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'To' }).fill('design > dest');
    await page.getByRole('option', { name: 'destination' }).click();
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('See this');
    await dialog.getByRole('button', { name: 'Forward' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(team.topic('destination'));
    await expect.poll(() => textsOnView(page), soon).toHaveLength(2);
    const forwarded = page.getByRole('article').filter({ hasText: 'See this' });
    await forwarded.locator('blockquote').getByText('The number is 42').waitFor();
    await forwarded.getByRole('link', { name: 'said' }).click();
    await page.getByRole('heading', { level: 1, name: 'source' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

it.skipIf(!executable)(
  'a message is forwarded by keys: the one that sends takes the suggestion, too',
  async () => {
    const { alice, bob } = team;
    await bob.send('design', 'The number is 43', 'by keys');
    const { page, problems } = await team.openTopic(alice, 'by.20keys');
    await page.getByRole('article').filter({ hasText: 'The number is 43' }).waitFor();
    await page.keyboard.press('<');
    await page.getByRole('dialog', { name: 'Forward message' }).waitFor();
    await page.keyboard.type('bob');
    await page.getByRole('option', { name: 'bob' }).first().waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Forwarded to bob').waitFor();
    await expect
      .poll(
        async () => (await bob.messages([{ operator: 'dm', operand: [alice.userId] }])).at(-1)?.content,
        soon,
      )
      .toContain('The number is 43');
    expect(problems).toEqual([]);
    await page.context().close();
  },
);

describe.skipIf(!executable)('the compose box', () => {
  it('has five buttons and the formats behind “Aa”, and shows the place only where it differs', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'bar');
    const box = page.getByRole('group', { name: 'Compose' });
    const bar = box.getByRole('group', { name: 'Formatting', exact: true });
    await fieldOf(page).waitFor();
    const shown = await box
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    expect(shown).toEqual(['Attach files', 'Insert emoji', 'Formatting', 'Schedule', 'Send']);
    // The choice outlives the page.
    await showFormats(page);
    await page.reload();
    await bar.waitFor();
    const topic = box.getByRole('combobox', { name: 'Topic' });
    const height = () =>
      topic.evaluate((each) => each.closest('.recipients')!.getBoundingClientRect().height);
    expect(await height()).toBeLessThan(2);
    await box.getByRole('button', { name: 'Insert', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Change where it goes' }).click();
    await expect.poll(height).toBeGreaterThan(20);
    await topic.fill('elsewhere');
    await fieldOf(page).click();
    await page.waitForTimeout(200);
    expect(await height()).toBeGreaterThan(20);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows bold as bold while it is written, letter upon letter, if one likes', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'live');
    await showFormats(page);
    await toggleLiveFormatting(page);
    await fieldOf(page).fill(
      'Some **bold words** and `code`, and a long line that does not fit into the box. '.repeat(4),
    );
    await page.locator('.live-marks .is-bold').first().waitFor();
    const sizes = () =>
      page.evaluate(() => {
        const field = document.querySelector<HTMLTextAreaElement>('#compose-message')!;
        const layer = document.querySelector<HTMLElement>('.live-marks')!;
        const [one, other] = [getComputedStyle(field), getComputedStyle(layer)];
        return {
          field: [field.clientWidth, field.scrollHeight, one.font, one.letterSpacing, one.paddingInlineStart],
          layer: [
            layer.clientWidth,
            layer.scrollHeight,
            other.font,
            other.letterSpacing,
            other.paddingInlineStart,
          ],
        };
      });
    // The font for reading may come meanwhile, and moves the text of both by turns.
    await expect
      .poll(async () => {
        const { field, layer } = await sizes();
        return layer.map((each, index) =>
          each === field[index] ? '' : `${each} instead of ${field[index]}`,
        );
      }, soon)
      .toEqual(Array(5).fill(''));
    expect(await fieldOf(page).inputValue()).toContain('**bold words**');
    await toggleLiveFormatting(page);
    await page.locator('.live-marks').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('the emoji picker', () => {
  it('has headings, names, skin tones, and what was chosen last', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'emoji');
    const open = async () => {
      await page.getByRole('button', { name: 'Insert emoji' }).click();
      await page.getByRole('textbox', { name: 'Search emoji' }).waitFor();
    };
    await open();
    await page.getByRole('button', { name: 'Skin tone 3' }).click();
    await page.getByRole('textbox', { name: 'Search emoji' }).fill('wave');
    await page.getByRole('button', { name: 'wave', exact: true }).click();
    await expect.poll(() => fieldOf(page).inputValue()).toBe('👋🏽 ');
    await open();
    const recent = page.getByRole('region', { name: 'Frequently used' });
    const first = recent.getByRole('button').first();
    await expect.poll(() => first.getAttribute('aria-label')).toBe('wave');
    await first.hover();
    await page.getByText(':wave:').waitFor();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('wave');
    await page.getByRole('button', { name: 'Food', exact: true }).click();
    await page.getByRole('region', { name: 'Food' }).getByRole('heading').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(!executable)('what is pasted', () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const paste = async (page: Page, text: string, html?: string) => {
    await page.evaluate(
      async ([plain, rich]) => {
        const kinds: Record<string, Blob> = { 'text/plain': new Blob([plain!], { type: 'text/plain' }) };
        if (rich !== undefined) kinds['text/html'] = new Blob([rich], { type: 'text/html' });
        await navigator.clipboard.write([new ClipboardItem(kinds)]);
      },
      [text, html] as const,
    );
    await page.keyboard.press('Control+v');
  };

  it('keeps lists and the words of links of a page, and undo takes it back', async () => {
    const { page, problems } = await team.openTopic(team.alice, 'pages', { permissions });
    const field = fieldOf(page);
    await field.fill('See:');
    await paste(
      page,
      'one\ntwo',
      '<ul><li>one <a href="https://a.example/x">link</a></li><li><b>two</b></li></ul>',
    );
    await expect
      .poll(() => field.inputValue())
      .toBe('See:\n\n* one [link](https://a.example/x)\n* **two**\n');
    await page.keyboard.press('Control+z');
    await expect.poll(() => field.inputValue()).toBe('See:');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('as an address over words makes them a link', async () => {
    const { page } = await team.openTopic(team.alice, 'overs', { permissions });
    const field = fieldOf(page);
    await field.fill('these words');
    await field.press('Control+a');
    await paste(page, 'https://a.example/y');
    await expect.poll(() => field.inputValue()).toBe('[these words](https://a.example/y)');
    await page.context().close();
  });
});

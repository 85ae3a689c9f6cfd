/**
 * A conversation that people have side by side, each in a window of their own: they type, edit, send pictures, rename and resolve the
 * topic, read above, leave and come back, and lose the connection, in a random order. After each step, every window must show the same
 * conversation, and whatever somebody is writing must still be there.
 */
/// <reference lib="dom" />
import { type ApiClient, type Body, type Random, until } from '@parley/test-kit';
import type { Locator, Page } from 'playwright-core';

/** Somebody who takes part, with a window. */
export type Speaker = {
  readonly name: string;
  readonly userId: number;
  readonly page: Page;
  readonly api: ApiClient;
  readonly isPhone: boolean;
};

/** A message as it must be shown. Its text begins with a number that no other has. */
type Said = { readonly number: number; readonly by: Speaker; readonly id: number; hasPicture: boolean };

/** What somebody does at the moment. */
type State = { draft: string; isElsewhere: boolean; isAbove: boolean };

export type Talk = {
  readonly speakers: readonly Speaker[];
  readonly channelId: number;
  readonly random: Random;
  /** Told what happens. */
  readonly tell: (line: string) => void;
};

/** How long a step may take until every window shows it, in milliseconds. This only stops runs that hang. */
const limitMs = 60_000;
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);
const encoded = (topic: string): string => encodeURIComponent(topic).replaceAll('%', '.');
const numbersIn = (texts: readonly string[]): number[] =>
  texts.flatMap((text) => /\bn([1-9]\d*)\b/.exec(text)?.[1] ?? []).map(Number);

/** The conversation, and what was found wrong with it. */
export class SideBySide {
  readonly faults: string[] = [];
  readonly counts = new Map<string, number>();
  #topic = 'side by side';
  #said: Said[] = [];
  #next = 1;
  readonly #talk: Talk;
  readonly #states = new Map<Speaker, State>();

  constructor(talk: Talk) {
    this.#talk = talk;
    for (const speaker of talk.speakers) {
      this.#states.set(speaker, { draft: '', isElsewhere: false, isAbove: false });
    }
  }

  /** Opens the conversation in every window. */
  async begin(): Promise<void> {
    const { speakers, channelId } = this.#talk;
    const [first] = speakers;
    await first!.api.post('/messages', {
      type: 'channel',
      to: channelId,
      topic: this.#topic,
      content: 'n0 welcome',
    });
    for (const { page } of speakers) await page.goto(this.#address(page));
    for (const { page } of speakers) await this.#box(page).waitFor();
  }

  /** Does one step, and compares what everybody sees. `name` chooses the step. */
  async step(name?: string): Promise<string> {
    const { random, speakers, tell } = this.#talk;
    const names = Object.keys(this.#steps);
    const chosen = name ?? names[random(names.length)]!;
    const speaker = speakers[random(speakers.length)]!;
    const line = `${chosen} by ${speaker.name}`;
    tell(line);
    this.counts.set(chosen, (this.counts.get(chosen) ?? 0) + 1);
    try {
      await this.#steps[chosen]!(speaker);
      await this.#compare();
    } catch (error) {
      this.faults.push(`${line}: ${(error as Error).message.split('\n').slice(0, 4).join(' ')}`);
      tell(`FAULT ${this.faults.at(-1)}`);
      await this.#recover();
    }
    return line;
  }

  readonly #steps: Readonly<Record<string, (speaker: Speaker) => Promise<void>>> = {
    say: (speaker) => this.#say(speaker, this.#words()),
    'say by Enter': (speaker) => this.#say(speaker, this.#words(), true),
    'say much': (speaker) =>
      this.#say(speaker, `${this.#words()}\n\n1. one\n2. two\n\n\`\`\`py\nx = 1\n\`\`\``),
    'begin to write': async (speaker) => {
      const state = await this.#here(speaker);
      if (state.draft !== '') return;
      state.draft = `half a thought ${this.#next}`;
      await this.#box(speaker.page).pressSequentially(state.draft, { delay: 5 });
    },
    'send a picture': async (speaker) => {
      await this.#here(speaker);
      await this.#say(speaker, this.#words(), false, true);
    },
    'edit an own message': (speaker) => this.#edit(speaker),
    'rename the topic': (speaker) => this.#move(speaker, `side by side ${this.#next++}`),
    'resolve or reopen': (speaker) =>
      this.#move(speaker, this.#topic.startsWith('✔ ') ? this.#topic.slice(2) : `✔ ${this.#topic}`),
    react: async (speaker) => {
      const [said] = this.#said.slice(-1);
      if (said) await speaker.api.raw('POST', `/messages/${said.id}/reactions`, { emoji_name: 'tada' });
    },
    delete: async () => {
      const said = this.#said.at(-2);
      if (!said) return;
      const [owner] = this.#talk.speakers;
      await owner!.api.delete(`/messages/${said.id}`);
      this.#said = this.#said.filter((each) => each !== said);
    },
    'read above': async (speaker) => {
      const state = await this.#here(speaker);
      if (this.#said.length < 40 || speaker.isPhone) return;
      await speaker.page.locator('.message-scroller:visible').hover();
      await speaker.page.mouse.wheel(0, -900);
      await speaker.page.locator('.to-end').waitFor();
      await stillScrolled(speaker.page);
      state.isAbove = true;
      const before = await this.#topText(speaker.page);
      const other = this.#talk.speakers.find((each) => each !== speaker)!;
      await this.#say(other, this.#words());
      const after = await this.#topText(speaker.page);
      if (before !== after) throw new Error(`the view moved from “${before}” to “${after}”`);
    },
    'return to the end': async (speaker) => {
      const state = this.#states.get(speaker)!;
      if (!state.isAbove) return;
      await speaker.page.locator('.to-end:visible').click();
      state.isAbove = false;
    },
    'leave and come back': async (speaker) => {
      const state = await this.#here(speaker);
      await speaker.page.evaluate(() => {
        location.hash = '#inbox';
      });
      await speaker.page.getByRole('heading', { name: 'Inbox' }).first().waitFor();
      state.isElsewhere = true;
      state.isAbove = false;
      const other = this.#talk.speakers.find((each) => each !== speaker)!;
      await this.#say(other, this.#words());
      await this.#here(speaker);
    },
    'edit while the topic moves': async (speaker) => {
      const said = this.#said.findLast(({ by }) => by === speaker);
      if (!said || speaker.isPhone || this.#said.indexOf(said) < this.#said.length - 3) return;
      const state = await this.#here(speaker);
      if (state.isAbove || state.draft !== '') return;
      const other = this.#talk.speakers.find((each) => each !== speaker)!;
      const content = `n${said.number} edited twice`;
      await this.#inForm(speaker, said, async (field) => {
        await field.fill(`n${said.number} edited`);
        await this.#move(other, `side by side ${this.#next++}`);
        await this.#say(other, this.#words());
        await field.pressSequentially(' twice');
      });
      said.hasPicture = false;
      const { message } = await speaker.api.get(`/messages/${said.id}`, { apply_markdown: false });
      if (message.content !== content) throw new Error(`the message has “${message.content}”`);
    },
    'write elsewhere': async (speaker) => {
      const state = await this.#here(speaker);
      // What is half written here stays here; what is written there goes there.
      await speaker.page.evaluate((id) => {
        location.hash = `#narrow/channel/${id}/topic/elsewhere`;
      }, this.#talk.channelId);
      await speaker.page.getByRole('heading', { level: 1 }).filter({ hasText: 'elsewhere' }).waitFor();
      const box = this.#box(speaker.page);
      await until('the box is empty', async () => (await box.inputValue()) === '', limitMs);
      await box.fill(`elsewhere ${this.#next++}`);
      await speaker.page.keyboard.press('Control+Enter');
      await until('it was sent', async () => (await box.inputValue()) === '', limitMs);
      state.isAbove = false;
      state.isElsewhere = true;
      const other = this.#talk.speakers.find((each) => each !== speaker)!;
      await this.#move(other, `side by side ${this.#next++}`);
      await this.#here(speaker);
    },
    'lose the connection': async (speaker) => {
      await this.#here(speaker);
      await speaker.page.context().setOffline(true);
      try {
        const other = this.#talk.speakers.find((each) => each !== speaker)!;
        await this.#say(other, this.#words());
        await this.#move(other, `side by side ${this.#next++}`, false);
      } finally {
        await speaker.page.context().setOffline(false);
      }
    },
    'send while offline': async (speaker) => {
      const state = await this.#here(speaker);
      const other = this.#talk.speakers.find((each) => each !== speaker)!;
      const number = this.#next++;
      await speaker.page.context().setOffline(true);
      try {
        await this.#append(speaker, `n${number} from a tunnel`);
        await speaker.page.getByRole('button', { name: 'Send', exact: true }).click();
        state.draft = '';
        state.isAbove = false;
        await this.#say(other, this.#words());
        await this.#move(other, `side by side ${this.#next++}`, false);
      } finally {
        await speaker.page.context().setOffline(false);
      }
      await this.#arrived(speaker, number, false);
    },
    reload: async (speaker) => {
      const state = await this.#here(speaker);
      await speaker.page.reload();
      await this.#box(speaker.page).waitFor();
      // A reload keeps the place of a reader.
      if (!state.isAbove) return;
      await stillScrolled(speaker.page);
      state.isAbove = await speaker.page.locator('.to-end').isVisible();
    },
    'put the app in the background': async (speaker) => {
      await this.#here(speaker);
      const session = await speaker.page.context().newCDPSession(speaker.page);
      const other = this.#talk.speakers.find((each) => each !== speaker)!;
      await session.send('Page.setWebLifecycleState', { state: 'frozen' });
      try {
        await this.#say(other, this.#words());
        await this.#move(other, `side by side ${this.#next++}`, false);
      } finally {
        await session.send('Page.setWebLifecycleState', { state: 'active' });
      }
    },
    quote: async (speaker) => {
      const said = this.#said.at(-1);
      const state = await this.#here(speaker);
      if (!said || speaker.isPhone || state.isAbove || state.draft !== '') return;
      const article = speaker.page.locator(`article[data-message-id="${said.id}"]`);
      await article.hover();
      await article.getByRole('button', { name: 'More actions' }).click();
      await speaker.page.getByRole('menuitem', { name: 'Quote and reply', exact: true }).click();
      const box = this.#box(speaker.page);
      await until(
        'the quote is in the box',
        async () => (await box.inputValue()).includes('/near/'),
        limitMs,
      );
      const number = this.#next++;
      await speaker.page.keyboard.press('Control+Home');
      await speaker.page.keyboard.insertText(`n${number} about this: `);
      await speaker.page.keyboard.press('Control+Enter');
      await this.#arrived(speaker, number, false);
    },
  };

  #words(): string {
    const all = ['lunch', 'plan', '**bold**', ':tada:', '日本語', 'שלום', 'release', '`code`', 'why?'];
    const { random } = this.#talk;
    const words = Array.from({ length: 3 }, () => all[random(all.length)]);
    return `n${this.#next} ${words.join(' ')}`;
  }

  #address(page: Page): string {
    const { origin } = new URL(page.url());
    return `${origin}/#narrow/channel/${this.#talk.channelId}/topic/${encoded(this.#topic)}`;
  }

  #box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

  /** Makes sure that somebody looks at the conversation. */
  async #here(speaker: Speaker): Promise<State> {
    const state = this.#states.get(speaker)!;
    if (state.isElsewhere) {
      await speaker.page.goBack();
      await this.#box(speaker.page).waitFor();
      state.isElsewhere = false;
    }
    return state;
  }

  async #say(speaker: Speaker, text: string, byEnter = false, hasPicture = false): Promise<void> {
    const state = await this.#here(speaker);
    const number = this.#next++;
    const box = this.#box(speaker.page);
    await this.#append(speaker, text);
    if (hasPicture) {
      await speaker.page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: `n${number}.png`, mimeType: 'image/png', buffer: picture });
      await until(
        'the picture is in the text',
        async () => (await box.inputValue()).includes('/user_uploads/'),
        limitMs,
      );
    }
    if (byEnter) await speaker.page.keyboard.press('Control+Enter');
    else await speaker.page.getByRole('button', { name: 'Send', exact: true }).click();
    state.draft = '';
    state.isAbove = false;
    await this.#arrived(speaker, number, hasPicture);
  }

  /** Types after what somebody has begun to write. */
  async #append(speaker: Speaker, text: string): Promise<void> {
    const { page } = speaker;
    const { draft } = this.#states.get(speaker)!;
    await this.#box(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(draft === '' ? text : ` ${text}`);
  }

  /** Waits until the server has a message. */
  async #arrived(speaker: Speaker, number: number, hasPicture: boolean): Promise<void> {
    const id = await until(
      `message n${number} arrives`,
      async () =>
        (await this.#stored()).find(({ content }) => numbersIn([content as string])[0] === number)?.id,
      limitMs,
    );
    this.#said.push({ number, by: speaker, id: id as number, hasPicture });
  }

  async #edit(speaker: Speaker): Promise<void> {
    const said = this.#said.findLast(({ by }) => by === speaker);
    if (!said || this.#said.indexOf(said) < this.#said.length - 4) return;
    const state = await this.#here(speaker);
    const content = `n${said.number} edited ${this.#next}`;
    if (speaker.isPhone || state.draft !== '' || state.isAbove || said.hasPicture) {
      await speaker.api.patch(`/messages/${said.id}`, { content });
    } else {
      await this.#inForm(speaker, said, (field) => field.fill(content));
    }
    said.hasPicture = false;
    await this.#eachHere(async (page) => {
      await page.getByText(content, { exact: true }).first().waitFor({ timeout: limitMs });
    });
  }

  /** Edits a message in its form. */
  async #inForm({ page }: Speaker, said: Said, write: (field: Locator) => Promise<void>): Promise<void> {
    const article = page.locator(`article[data-message-id="${said.id}"]`);
    await article.hover();
    await article.getByRole('button', { name: 'Edit', exact: true }).click();
    const field = article.locator('textarea');
    await write(field);
    await article.getByRole('button', { name: 'Save' }).click();
    await field.waitFor({ state: 'detached' });
  }

  async #move(speaker: Speaker, topic: string, isHeard = true): Promise<void> {
    const [message] = await this.#stored();
    await speaker.api.patch(`/messages/${message!.id}`, {
      topic,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
    this.#topic = topic;
    // Whoever sends before hearing of a move still writes to the former name.
    if (isHeard) {
      await this.#eachHere((page) =>
        page
          .getByRole('heading', { level: 1 })
          .filter({ hasText: topic.replace('✔ ', '') })
          .waitFor({ timeout: limitMs }),
      );
    }
  }

  /** Returns the messages of the topic as the server has them. */
  async #stored(): Promise<Body[]> {
    const { messages } = await this.#talk.speakers[0]!.api.get('/messages', {
      anchor: 'newest',
      num_before: 1_000,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        { operator: 'channel', operand: this.#talk.channelId },
        { operator: 'topic', operand: this.#topic },
      ],
    });
    return messages as Body[];
  }

  async #eachHere(act: (page: Page, speaker: Speaker) => Promise<void>): Promise<void> {
    for (const speaker of this.#talk.speakers) {
      const { isElsewhere, isAbove } = this.#states.get(speaker)!;
      if (!isElsewhere && !isAbove) await act(speaker.page, speaker);
    }
  }

  /** Compares what the server has, what each window shows, and what each person is writing. */
  async #compare(): Promise<void> {
    const stored = await this.#stored();
    const numbers = numbersIn(stored.map(({ content }) => content as string));
    const wanted = this.#said.map(({ number }) => number);
    if (`${numbers}` !== `${wanted}`) throw new Error(`the server has ${numbers}, said was ${wanted}`);
    await this.#eachHere(async (page, { name }) => {
      const last = wanted.slice(-3);
      await until(
        `${name} sees n${last.join(', n')} last, below the heading “${this.#topic}”`,
        async () => {
          const { heading, texts, isAtEnd } = await viewOf(page);
          const shown = last.length === 0 ? [] : numbersIn(texts).slice(-last.length);
          return heading.includes(this.#topic.replace('✔ ', '')) && `${shown}` === `${last}` && isAtEnd;
        },
        limitMs,
      ).catch(async (error: Error) => {
        throw new Error(`${error.message}; there is ${JSON.stringify(await viewOf(page)).slice(-600)}`);
      });
    });
    for (const { page, name } of this.#talk.speakers.filter((each) => !this.#states.get(each)!.isElsewhere)) {
      const { draft } = this.#states.get([...this.#states.keys()].find((each) => each.page === page)!)!;
      await until(
        `${name} still has “${draft}” in the box`,
        async () => (await this.#box(page).inputValue()) === draft,
        limitMs,
      ).catch(async (error: Error) => {
        throw new Error(`${error.message}; there is “${await this.#box(page).inputValue()}”`);
      });
    }
  }

  async #topText(page: Page): Promise<string> {
    return await page.evaluate(() => {
      const frame = document.querySelector('.message-scroller')!.getBoundingClientRect();
      const all = [...document.querySelectorAll<HTMLElement>('.message-scroller article .content')];
      return all.find((each) => each.getBoundingClientRect().bottom > frame.top)?.innerText ?? '';
    });
  }

  /** Begins again after a fault, so that the next step shows new ones. */
  async #recover(): Promise<void> {
    const stored = await this.#stored();
    const numbers = numbersIn(stored.map(({ content }) => content as string));
    this.#said = this.#said.filter(({ number }) => numbers.includes(number));
    for (const speaker of this.#talk.speakers) {
      this.#states.set(speaker, { draft: '', isElsewhere: false, isAbove: false });
      await speaker.page.goto(this.#address(speaker.page));
      await speaker.page.reload();
      await this.#box(speaker.page).waitFor();
      await this.#box(speaker.page).fill('');
      // A reload keeps the place of a reader.
      await stillScrolled(speaker.page);
      const toEnd = speaker.page.locator('.to-end');
      if (await toEnd.isVisible()) await toEnd.click();
    }
  }
}

/** Waits until a window scrolls no more. */
async function stillScrolled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = document.querySelector('.message-scroller')!;
    for (let [before, same] = [-1, 0]; same < 3; ) {
      same = frame.scrollTop === before ? same + 1 : 0;
      before = frame.scrollTop;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
}

/** Returns what a window shows. */
async function viewOf(page: Page): Promise<{ heading: string; texts: string[]; isAtEnd: boolean }> {
  return await page.evaluate(() => {
    const frame = document.querySelector<HTMLElement>('.message-scroller');
    const texts = [...document.querySelectorAll<HTMLElement>('.message-scroller article .content')].map(
      (each) => each.innerText,
    );
    const last = document.querySelectorAll('.message-scroller article').item(texts.length - 1);
    const bottom = frame?.getBoundingClientRect().bottom ?? 0;
    return {
      heading: document.querySelector<HTMLElement>('h1.path')?.innerText ?? '',
      texts,
      isAtEnd: last !== null && last.getBoundingClientRect().bottom <= bottom + 1,
    };
  });
}

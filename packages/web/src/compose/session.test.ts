import { type Place, placeKey } from '@parley/client';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DraftKeeper, joinedDraft } from '../model/drafts/draft-keeper.ts';
import { UploadQueue } from './attaching/upload-queue.ts';
import { ComposeSession } from './session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const topic = (name: string): Place => ({ kind: 'topic', channelId: 1, topic: name });
const places = [topic('one'), topic('two'), topic(''), { kind: 'direct', userIds: [] } as const];

/** Lets everything run that waits for a promise that is settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
}

type Waiting<T> = { readonly resolve: (value: T) => void; readonly reject: (error: Error) => void };

/** A client without DOM and server: what is stored, what was sent, and answers that arrive when a test lets them. */
class World {
  readonly drafts = new Map<string, string>();
  /** The texts of drafts on the server, if they come from another device. */
  readonly fromElsewhere = new Map<string, string>();
  readonly sent: { readonly place: Place; readonly text: string }[] = [];
  readonly reads: (() => void)[] = [];
  readonly uploadsOf: Waiting<string>[] = [];
  readonly schedules: { readonly text: string; readonly end: (isDone: boolean) => void }[] = [];
  readonly scheduled: string[] = [];
  readonly discarded = new Set<string>();
  /** Names of topics that have messages. */
  readonly topics = new Set<string>(['one', 'two']);
  isClosed = false;
  #turn: Promise<unknown> = Promise.resolve();
  readonly uploads: UploadQueue;
  readonly session: ComposeSession;

  constructor() {
    const save = (place: Place, content: string) => void this.drafts.set(placeKey(place), content);
    const keeper = new DraftKeeper({
      read: (place) => this.#inTurn(() => this.drafts.get(placeKey(place)) ?? ''),
      onServer: (place) => {
        const content = this.fromElsewhere.get(placeKey(place)) ?? '';
        return { id: content === '' ? undefined : 1, content, isOwn: false };
      },
      isKept: () => this.fromElsewhere.size > 0,
      saveHere: save,
      saveOnServer: save,
      save,
      update: (place, _, change) =>
        void this.#inTurn(() => save(place, change(this.drafts.get(placeKey(place)) ?? ''))),
    });
    this.uploads = new UploadQueue({
      refusal: () => undefined,
      store: () => new Promise((resolve, reject) => this.uploadsOf.push({ resolve, reject })),
      failureOf: (error) => String(error),
      insert: async ({ place }, markdown) => {
        if (!place || (!this.isClosed && this.session.writesTo(place))) this.type(markdown);
        else
          await this.#inTurn(() =>
            save(place, joinedDraft(this.drafts.get(placeKey(place)) ?? '', markdown)),
          );
      },
    });
    this.session = new ComposeSession(
      {
        drafts: keeper,
        uploads: this.uploads,
        typing: { typed: () => undefined, stop: () => undefined },
        isAddressed: (place) => (place.kind === 'topic' ? place.topic !== '' : place.userIds.length > 0),
        maySend: () => true,
        isNewTopic: ({ topic: name }) => !this.topics.has(name),
        send: (place, text) => void this.sent.push({ place, text }),
        schedule: async (_, text) => {
          const isDone = await new Promise<boolean>((end) => this.schedules.push({ text, end }));
          if (isDone) this.scheduled.push(text);
          return isDone;
        },
        forgetDraft: (place) => save(place, ''),
      },
      { place: places[0], channelId: 1 },
    );
    this.uploads.watch(() => void this.session.uploadsChanged());
    void this.session.begin();
  }

  /** Reads or changes drafts one after the other, each when the test lets it. */
  #inTurn<T>(act: () => T): Promise<T> {
    const mine = this.#turn.then(() => new Promise<void>((resolve) => this.reads.push(resolve))).then(act);
    this.#turn = mine;
    return mine;
  }

  type(more: string): void {
    this.session.typed(this.session.get().text + more);
  }

  async end(): Promise<void> {
    // Answers come in an order of their own, and cause further reads.
    for (let round = 0; round < 20; round++) {
      for (const read of this.reads.splice(0)) read();
      await settle();
      vi.advanceTimersByTime(5_000);
      await settle();
    }
  }
}

const word = /w\d+;/g;
const wordsIn = (text: string): string[] => text.match(word) ?? [];

type Step = { readonly name: string; run(world: World): void | Promise<void> };

let words = 0;
const next = () => `w${words++};`;

const typing: Step = { name: 'type', run: (world) => world.type(next()) };
const clearing: Step = {
  name: 'clear',
  run: (world) => {
    for (const each of wordsIn(world.session.get().text)) world.discarded.add(each);
    world.session.typed('');
  },
};
const sending: Step = { name: 'send', run: (world) => void world.session.send() };
const scheduling: Step = { name: 'schedule', run: (world) => void world.session.schedule(1) };
const attaching: Step = {
  name: 'attach',
  run: (world) => world.uploads.add([new File(['x'], 'x')]),
};
const showing = fc.nat({ max: 1 }).map(
  (at): Step => ({
    name: `show ${at}`,
    run: (world) => void world.session.show({ place: places[at], channelId: 1 }),
  }),
);
const retargeting = fc
  .nat({ max: places.length - 1 })
  .map((at): Step => ({ name: `to ${at}`, run: (world) => world.session.retarget(places[at]!) }));
const following: Step = {
  name: 'the topic moves',
  run: (world) => {
    const { target } = world.session.get();
    if (target) world.session.follow(target, topic('moved'));
  },
};
const reading: Step = { name: 'a draft arrives', run: (world) => world.reads.shift()?.() };
const waiting = fc
  .constantFrom(50, 350, 3_000)
  .map((ms): Step => ({ name: `${ms} ms pass`, run: () => void vi.advanceTimersByTime(ms) }));
const uploadEnding = fc.tuple(fc.nat({ max: 3 }), fc.boolean()).map(
  ([at, isStored]): Step => ({
    name: `an upload ${isStored ? 'ends' : 'fails'}`,
    run: (world) => {
      const [upload] = world.uploadsOf.splice(Math.min(at, world.uploadsOf.length - 1), 1);
      if (isStored && upload) upload.resolve(next());
      else upload?.reject(new Error('failed'));
    },
  }),
);
const scheduleEnding = fc.boolean().map(
  (isDone): Step => ({
    name: `scheduling ${isDone ? 'succeeds' : 'fails'}`,
    run: (world) => world.schedules.shift()?.end(isDone),
  }),
);
const settling: Step = { name: 'settle', run: () => settle() };

/** Words that somebody typed, or files that were uploaded, and where each of them ended. */
function placesOf(world: World): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const note = (text: string, where: string) => {
    for (const each of wordsIn(text)) found.set(each, [...(found.get(each) ?? []), where]);
  };
  for (const { text } of world.sent) note(text, 'sent');
  for (const text of world.scheduled) note(text, 'scheduled');
  for (const [key, text] of world.drafts) note(text, `draft of ${key}`);
  return found;
}

async function play(steps: readonly Step[]): Promise<{ world: World; first: number }> {
  const first = words;
  const world = new World();
  for (const each of steps) {
    const done = each.run(world);
    if (done) await done;
  }
  return { world, first };
}

const steps = (...more: fc.Arbitrary<Step>[]) =>
  fc.array(
    fc.oneof(
      fc.constant(typing),
      fc.constant(clearing),
      showing,
      retargeting,
      fc.constant(reading),
      waiting,
      fc.constant(settling),
      ...more,
    ),
    { maxLength: 30 },
  );

const names = (all: readonly Step[]) => all.map(({ name }) => name).join(', ');

describe('a compose session, whatever comes in between', () => {
  it('loses no word and no file, and keeps each of them once', async () => {
    const all = steps(fc.constant(sending), fc.constant(attaching), uploadEnding, fc.constant(following));
    await fc.assert(
      fc.asyncProperty(all, async (chosen) => {
        const { world, first } = await play(chosen);
        await world.end();
        world.session.leave();
        world.isClosed = true;
        for (const upload of world.uploadsOf.splice(0)) upload.resolve(next());
        await world.end();
        const found = placesOf(world);
        for (let id = first; id < words; id++) {
          const each = `w${id};`;
          const isCancelled = world.discarded.has(each);
          const where = found.get(each) ?? [];
          expect(where, `${each} after ${names(chosen)}`).toHaveLength(isCancelled ? 0 : 1);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('schedules a text once, and keeps what is changed meanwhile', async () => {
    const all = steps(fc.constant(scheduling), scheduleEnding);
    await fc.assert(
      fc.asyncProperty(all, async (chosen) => {
        const { world, first } = await play(chosen);
        for (const { end } of world.schedules.splice(0)) end(false);
        await world.end();
        world.session.leave();
        await world.end();
        const found = placesOf(world);
        for (let id = first; id < words; id++) {
          const each = `w${id};`;
          if (world.discarded.has(each)) continue;
          expect(found.get(each) ?? [], `${each} after ${names(chosen)}`).not.toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('sends nothing while files are being uploaded, and to the place that it shows', async () => {
    const all = steps(fc.constant(sending), fc.constant(attaching), uploadEnding);
    await fc.assert(
      fc.asyncProperty(all, async (chosen) => {
        const { world } = await play([]);
        for (const each of chosen) {
          const before = world.sent.length;
          const { target } = world.session.get();
          const done = each.run(world);
          if (done) await done;
          if (world.sent.length === before) continue;
          expect(world.uploads.isUploading(target)).toBe(false);
          expect(world.sent.at(-1)!.place).toEqual(target);
          expect(world.session.get().text).toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('shows a change from another device exactly while the text is that of the server', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('type', 'elsewhere', 'settle'), { maxLength: 20 }),
        async (chosen) => {
          const world = new World();
          const key = placeKey(places[0]!);
          world.drafts.set(key, 'start');
          world.fromElsewhere.set(key, 'start');
          await world.end();
          world.session.typed('start');
          world.session.draftsChanged();
          let isOwn = false;
          for (const each of chosen) {
            if (each === 'type') {
              world.type('x');
              isOwn = true;
            } else if (each === 'elsewhere') {
              const before = world.session.get().text;
              const content = `${world.fromElsewhere.get(key)}e`;
              world.fromElsewhere.set(key, content);
              world.session.draftsChanged();
              expect(world.session.get().text).toBe(isOwn ? before : content);
            } else await settle();
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a restored text whose draft changes on the server', () => {
  const [from, to] = [topic('one'), topic('moved')];
  async function restored(): Promise<World> {
    const world = new World();
    world.drafts.set(placeKey(from), 'half');
    world.fromElsewhere.set(placeKey(from), 'half');
    await world.end();
    expect(world.session.get().text).toBe('half');
    return world;
  }

  it('stays when the server has moved the draft with its topic, whichever event comes first', async () => {
    for (const isDraftFirst of [true, false]) {
      const world = await restored();
      const moveDraft = () => {
        world.fromElsewhere.delete(placeKey(from));
        world.fromElsewhere.set(placeKey(to), 'half');
        world.session.draftsChanged();
      };
      if (isDraftFirst) moveDraft();
      world.session.follow(from, to);
      await world.session.show({ place: to, channelId: 1 });
      if (!isDraftFirst) moveDraft();
      await world.end();
      expect([isDraftFirst, world.session.get().text]).toEqual([isDraftFirst, 'half']);
      expect(world.drafts.get(placeKey(to))).toBe('half');
      expect(world.drafts.get(placeKey(from))).toBe('');
    }
  });

  it('goes when the draft was deleted on another device', async () => {
    const world = await restored();
    world.fromElsewhere.clear();
    world.session.draftsChanged();
    expect(world.session.get().text).toBe('');
  });
});

describe('a compose session', () => {
  it('leaves a text out that was just emptied, when another part of the client asks for the box', async () => {
    const world = new World();
    await world.end();
    world.type('half a text');
    await world.end();
    expect(world.drafts.get(placeKey(places[0]!))).toBe('half a text');
    world.session.typed('');
    void world.session.ask(places[0]);
    world.type('@**Ann** ');
    await world.end();
    expect(world.session.get().text).toBe('@**Ann** ');
    expect(world.drafts.get(placeKey(places[0]!))).toBe('@**Ann** ');
  });

  it('puts what is typed before the draft is loaded after the draft', async () => {
    const world = new World();
    world.drafts.set(placeKey(places[1]!), 'draft. ');
    void world.session.show({ place: places[1], channelId: 1 });
    world.type('typed at once');
    await world.end();
    expect(world.session.get().text).toBe('draft. typed at once');
    expect(world.drafts.get(placeKey(places[1]!))).toBe('draft. typed at once');
  });

  it('does not show a draft twice when one goes away and comes back before it is loaded', async () => {
    const world = new World();
    world.drafts.set(placeKey(places[1]!), 'once');
    for (const at of [1, 0, 1]) void world.session.show({ place: places[at], channelId: 1 });
    await world.end();
    expect(world.session.get().text).toBe('once');
  });

  it('keeps the draft of a place to which it sends another text', async () => {
    const world = new World();
    await world.end();
    world.drafts.set(placeKey(places[1]!), 'written before');
    world.type('something else');
    world.session.retarget(places[1]!);
    await world.end();
    expect(world.session.send()).toBe('sent');
    await world.end();
    expect(world.sent).toEqual([{ place: places[1], text: 'something else' }]);
    expect(world.drafts.get(placeKey(places[1]!))).toBe('written before');
  });

  it('is in an open box where the person goes to the place to which it is addressed', async () => {
    const world = new World();
    const { session } = world;
    void session.show({ place: undefined, channelId: 1 });
    await world.end();
    session.retarget(topic('one'));
    session.typed('soon');
    session.close();
    expect(session.get().isOpen).toBe(false);
    void session.show({ place: topic('one'), channelId: 1 });
    expect(session.get()).toMatchObject({ isOpen: true, text: 'soon' });
  });

  it('waits for files, and sends nothing by itself when one fails', async () => {
    const world = new World();
    world.type('see: ');
    world.uploads.add([new File(['x'], 'x'), new File(['y'], 'y')]);
    expect(world.session.send()).toBe('waits');
    world.uploadsOf[1]!.resolve('y');
    await settle();
    expect(world.sent).toEqual([]);
    world.uploadsOf[0]!.reject(new Error('no'));
    await settle();
    expect(world.sent).toEqual([]);
    expect(world.session.get()).toMatchObject({ text: 'see: y', isSendPending: false });
  });

  it('keeps what waits for its files at its place, when a message to another one is begun', async () => {
    const world = new World();
    await world.end();
    world.type('see: ');
    world.uploads.add([new File(['x'], 'x')]);
    expect(world.session.send()).toBe('waits');
    void world.session.ask(topic('another'));
    expect(world.session.get()).toMatchObject({ text: '', isSendPending: false });
    world.uploadsOf[0]!.resolve('x');
    await world.end();
    expect(world.sent).toEqual([]);
    expect(world.session.get().text).toBe('');
    expect(world.drafts.get(placeKey(places[0]!))).toBe('see: \nx');
  });

  it('without recipients is a draft', async () => {
    const world = new World();
    void world.session.show({ place: undefined, channelId: undefined });
    void world.session.ask(undefined);
    world.type('to whom?');
    expect(world.session.send()).toBe('refused');
    world.session.leave();
    await world.end();
    expect(world.drafts.get(placeKey({ kind: 'direct', userIds: [] }))).toBe('to whom?');
  });

  describe('with a new topic', () => {
    const inTopic = (name: string) => {
      const world = new World();
      void world.session.ask(topic(''));
      world.session.retarget(topic(name));
      return world;
    };

    it('sends the name of the topic as its message, if nothing else was written', async () => {
      const world = inTopic('The printer is broken');
      expect(world.session.canSend()).toBe(false);
      expect(world.session.canSendTopic()).toBe(true);
      expect(world.session.sendFromTopic()).toBe('sent');
      await world.end();
      const place = topic('The printer is broken');
      expect(world.sent).toEqual([{ place, text: 'The printer is broken' }]);
    });

    it('sends the text, if there is one', () => {
      const world = inTopic('printer');
      world.type('It is broken.');
      expect(world.session.canSendTopic()).toBe(false);
      expect(world.session.sendFromTopic()).toBe('sent');
      expect(world.sent).toEqual([{ place: topic('printer'), text: 'It is broken.' }]);
    });

    it.each([
      ['has messages', 'two'],
      ['has no name', ' '],
      ['is a command', '/poll'],
      ['is in view', 'one'],
    ])('sends nothing that was not written, when the topic %s', (_, name) => {
      const world = inTopic(name);
      if (name === 'one') world.topics.clear();
      expect(world.session.canSendTopic()).toBe(false);
      expect(world.session.sendFromTopic()).toBe('refused');
      expect(world.sent).toEqual([]);
    });

    it('waits for the files of the message', async () => {
      const world = inTopic('printer');
      world.uploads.add([new File(['x'], 'x')]);
      expect(world.session.canSendTopic()).toBe(false);
      expect(world.session.sendFromTopic()).toBe('waits');
      world.uploadsOf[0]!.resolve('x');
      await settle();
      expect(world.sent).toEqual([{ place: topic('printer'), text: 'x' }]);
    });
  });
});

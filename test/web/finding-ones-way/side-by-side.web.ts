import { randomOf } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, saySkipped } from '../browser.ts';
import { SideBySide } from '../talk.ts';
import { Team } from '../team.ts';

// Three people talk, two at desks and one with a phone. PARLEY_TALK_STEPS is how long; PARLEY_PROPERTY_SEED repeats a run.

const executable = findBrowser();
if (!executable) saySkipped('test/web/finding-ones-way/side-by-side.web.ts');

let team: Team;

beforeAll(async () => {
  if (executable) team = await Team.start(executable);
});

afterAll(() => team?.[Symbol.asyncDispose]());

describe.skipIf(!executable)('three people side by side', () => {
  it('lose nothing, and see the same', { timeout: 1_800_000 }, async () => {
    const seed = Number(process.env.PARLEY_PROPERTY_SEED ?? Date.now() % 1e9);
    const { owner, alice, bob } = team;
    // Only those who are in a channel hear of its messages.
    await owner.subscribe(['design']);
    const desk = await team.signIn(owner);
    const other = await team.signIn(alice);
    const phone = await team.signIn(bob, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const told: string[] = [`seed ${seed}`];
    const talk = new SideBySide({
      speakers: [
        { name: 'owner', userId: owner.userId, api: owner.api, page: desk.page, isPhone: false },
        { name: 'alice', userId: alice.userId, api: alice.api, page: other.page, isPhone: false },
        { name: 'bob', userId: bob.userId, api: bob.api, page: phone.page, isPhone: true },
      ],
      channelId: team.design,
      random: randomOf(seed),
      tell: (line) => void told.push(line),
    });
    await talk.begin();
    const steps = Number(process.env.PARLEY_TALK_STEPS ?? 25);
    for (let step = 0; step < steps; step++) await talk.step();
    expect(talk.faults, told.join('\n')).toEqual([]);
    for (const { problems } of [desk, other, phone]) expect(problems).toEqual([]);
  });
});

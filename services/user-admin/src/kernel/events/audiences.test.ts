import { describe, expect, it } from 'vitest';
import { audiencesOf, byViewers } from './audiences.ts';

describe('some people, told in parts', () => {
  const [bot, ann, ben, guest, other] = [1, 2, 3, 10, 11];
  const viewers = {
    bots: new Set([bot]),
    guestsOf: new Map([
      [ann, [guest, other]],
      [ben, [other]],
    ]),
  };

  it('are one part where everybody sees everybody', () => {
    const parts = byViewers([ann, ben], undefined);
    expect(audiencesOf(parts)).toEqual([{ audience: { maxRole: 600 }, userIds: [ann, ben] }]);
  });

  it('are for each guest those they see, and for all the bots', () => {
    expect(audiencesOf(byViewers([bot, ann, ben], viewers))).toEqual([
      { audience: { maxRole: 600 }, userIds: [bot] },
      { audience: { maxRole: 400 }, userIds: [ann, ben] },
      { audience: { userIds: [guest] }, userIds: [ann] },
      { audience: { userIds: [other] }, userIds: [ann, ben] },
    ]);
  });

  it('are told once to guests who see the same, and not at all where there is nobody', () => {
    expect(audiencesOf(byViewers([ann], viewers))).toEqual([
      { audience: { maxRole: 400 }, userIds: [ann] },
      { audience: { userIds: [guest, other] }, userIds: [ann] },
    ]);
    expect(audiencesOf(byViewers([], viewers))).toEqual([]);
  });
});

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Person } from '@parley/test-kit';
import { type Figure, maximum } from '../report.ts';
import { median } from '../stats.ts';
import { type Reader, settled } from './reader.ts';

/** Number of reloads of the client. After each, the pages are opened for the first time. */
const loads = 3;
/** Number of times that each page is then opened again. */
const reopenings = 3;

/** A settings page, and the minimum length of the list on it. */
type ListPage = { readonly name: string; readonly hash: string; readonly least: number };

/** Measures opening the settings pages with the longest lists, as an owner. */
export async function measureSettings(owner: Person, reader: Reader, away: string): Promise<Figure[]> {
  const pages = await listPages(owner);
  const opened = pages.map(() => ({ first: [] as number[], again: [] as number[] }));
  for (let load = 0; load < loads; load++) {
    const { page } = await reader.open(away);
    // The list of people is loaded after the messages.
    await settled(page);
    const open = async ({ hash, least }: ListPage) => {
      const time = await page.evaluate(
        async ([to, length]) => {
          const rows = () => document.querySelectorAll<HTMLElement>('main [role="listitem"][aria-setsize]');
          const start = performance.now();
          location.hash = to;
          const shown = await probe.until(() =>
            [...rows()].some(
              (row) => Number(row.ariaSetSize) >= length && row.checkVisibility() && row.textContent !== '',
            ),
          );
          return shown - start;
        },
        [hash, least] as const,
      );
      await page.waitForTimeout(700);
      await page.evaluate(async (to) => {
        location.hash = to;
        await probe.until(() => document.querySelector('main [role="listitem"][aria-setsize]') === null);
      }, away);
      await page.waitForTimeout(700);
      return time;
    };
    for (const [index, each] of pages.entries()) opened[index]!.first.push(await open(each));
    for (let round = 0; round < reopenings; round++) {
      for (const [index, each] of pages.entries()) opened[index]!.again.push(await open(each));
    }
    await page.context().close();
  }
  return pages.flatMap(({ name }, index) => {
    const { first, again } = opened[index]!;
    const figure = (what: string, times: readonly number[], aim: number) =>
      maximum({
        name: `${name}, ${what}`,
        value: median(times),
        unit: 'ms',
        aim,
        method: `median of ${times.length} openings, from the change of the address to the frame with rows of the list`,
      });
    return [figure('opened first', first, 150), figure('opened again', again, 150)];
  });
}

/** Creates a channel and a user group with all people. Returns the settings pages with the longest lists. */
async function listPages(owner: Person): Promise<ListPage[]> {
  const { members } = await owner.api.get('/users');
  const everybody = (members as { user_id: number }[]).map(({ user_id }) => user_id);
  const description = 'Everybody in the organization';
  const { group_id: groupId } = await owner.api.post('/user_groups/create', {
    name: 'everybody here',
    description,
    members: JSON.stringify(everybody),
  });
  await owner.api.post('/users/me/subscriptions', {
    subscriptions: JSON.stringify([{ name: 'everybody', description }]),
    principals: JSON.stringify(everybody),
  });
  const { stream_id: channelId } = await owner.api.get('/get_stream_id', { stream: 'everybody' });
  return [
    { name: 'list of 10,000 people', hash: '#organization/people', least: 10_000 },
    { name: 'members of a user group of 10,000', hash: `#organization/groups/${groupId}`, least: 10_000 },
    {
      name: 'members of a channel of 10,000',
      hash: `#channels/${channelId}/everybody/members`,
      least: 10_000,
    },
    { name: 'list of 1,000 channels', hash: '#channels/all', least: 1_000 },
  ];
}

/** One of the two organizations that the scenario `growth` compares. */
export type Size = { people: number; channels: number };

/** Set `BENCH_GROWTH=0.1` for a smaller trial. */
const scale = Number(process.env.BENCH_GROWTH ?? 1);

/** How many times as large the larger organization is. */
export const times = 5;

export const smaller: Size = { people: Math.round(10_000 * scale), channels: Math.round(1_000 * scale) };
export const larger: Size = { people: smaller.people * times, channels: smaller.channels * times };

/** Generated people, channels and groups have IDs from this one on. The organization's own IDs are lower. */
export const firstId = 40_000_000;
export const messagesPerPerson = 5;

/** Returns the number of channels of each kind. Their subscribers do not grow with the organization, but for `everybody`. */
export function channelsOf({ channels }: Size) {
  const everybody = 2;
  const departments = Math.round(channels / 50);
  const projects = Math.round(channels / 10);
  return { everybody, departments, projects, teams: channels - everybody - departments - projects };
}

/** The channel that every member is subscribed to. */
export const largestChannel = firstId + 1;

/** People by what they are. Rules of `isGuest` and others in `fill.ts` hold for them. */
export const members = { reader: 1, sender: 2, joiner: 3, renamed: 4, colleague: 5 } as const;
export const guest = 66;

export const emailOf = (person: number): string => `growth${person}@load.example`;

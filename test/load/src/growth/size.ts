/** Size of an organization that the scenario `growth` compares. */
export type Size = { people: number; channels: number };

/** The environment variable `BENCH_GROWTH` scales the sizes. `BENCH_GROWTH=0.1` gives a shorter trial run. */
const scale = Number(process.env.BENCH_GROWTH ?? 1);

/** Ratio of the two organizations' sizes. */
export const times = 5;

export const smaller: Size = { people: Math.round(10_000 * scale), channels: Math.round(1_000 * scale) };
export const larger: Size = { people: smaller.people * times, channels: smaller.channels * times };

/** First ID of generated people, channels and groups. The organization's own IDs are lower. */
export const firstId = 40_000_000;
export const messagesPerPerson = 5;

/**
 * Returns the numbers of channels of each kind. Only the channels of the kind `everybody` have more subscribers in the larger
 * organization.
 */
export function channelsOf({ channels }: Size) {
  const everybody = 2;
  const departments = Math.round(channels / 50);
  const projects = Math.round(channels / 10);
  return { everybody, departments, projects, teams: channels - everybody - departments - projects };
}

/** ID of a channel that every member is subscribed to. */
export const largestChannel = firstId + 1;

/**
 * Numbers of people with particular roles in the measurement; `firstId` plus the number is the user ID. They must be
 * consistent with the SQL conditions in `fill.ts`.
 */
export const members = { reader: 1, sender: 2, joiner: 3, renamed: 4, colleague: 5 } as const;
export const guest = 66;

export const emailOf = (person: number): string => `growth${person}@load.example`;

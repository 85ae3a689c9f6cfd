/** The catalogue of integrations: its order, its categories, and what a search finds in it. */
import type { AnswerOf } from '@parley/client';
import { foldCase } from '@parley/client';
import { shortNameOf } from '../../bots/short-name.ts';
import { rankOf } from '../../lib/text/rank.ts';

export type Integration = AnswerOf<'get-integrations'>['integrations'][number];

/** Returns integrations with other texts. @param change gets all texts, and returns as many */
export async function withTexts(
  integrations: readonly Integration[],
  change: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<Integration[]> {
  const textsOf = ({ title, about, setup, options }: Integration) => [
    title,
    about,
    ...setup,
    ...options.map(({ label }) => label),
  ];
  const changed = (await change(integrations.flatMap(textsOf))).values();
  const next = () => changed.next().value!;
  return integrations.map((each) => ({
    ...each,
    title: next(),
    about: next(),
    setup: each.setup.map(next),
    options: each.options.map((option) => ({ ...option, label: next() })),
  }));
}

/** The integration that takes any payload, mostly with a template. */
export const generic = 'json';

/** Name of the entry for programs that receive messages. No tool has it, because names of tools have no hyphen. */
export const outgoing = 'outgoing-webhook';

/** What connects any tool comes first in its category. */
const forAnything: readonly string[] = ['slack_incoming', generic, outgoing];

/** Categories in the order in which the page shows them. Those that a later server adds follow. */
const categoryOrder = [
  'general',
  'code',
  'deployment',
  'monitoring',
  'project management',
  'support',
  'communication',
  'business',
];

/** Returns the categories that integrations have, in the order of the page. */
export function categoriesOf(integrations: readonly Pick<Integration, 'category'>[]): string[] {
  const present = new Set(integrations.map(({ category }) => category));
  const known = categoryOrder.filter((category) => present.has(category));
  const others = [...present].filter((category) => !categoryOrder.includes(category)).sort();
  return [...known, ...others];
}

/**
 * Returns the integrations of a category, or of all without one, that match a search: those whose title matches best come first, then
 * those whose description or name contains every word.
 */
export function searchIntegrations(
  integrations: readonly Integration[],
  { query, category }: { readonly query: string; readonly category: string | undefined },
): Integration[] {
  const inCategory = integrations.filter((each) => category === undefined || each.category === category);
  const wanted = query.trim();
  const byTitle = (one: Integration, other: Integration) => one.title.localeCompare(other.title);
  if (wanted === '') return inCategory.toSorted(byTitle);
  const words = foldCase(wanted).split(/\s+/);
  const ranked = inCategory.flatMap((each) => {
    const rank = rankOf(each.title, wanted);
    if (rank !== undefined) return [{ each, rank }];
    const text = foldCase(`${each.title} ${each.name} ${each.about}`);
    return words.every((word) => text.includes(word)) ? [{ each, rank: Number.POSITIVE_INFINITY }] : [];
  });
  return ranked
    .sort((one, other) => (one.rank === other.rank ? byTitle(one.each, other.each) : one.rank - other.rank))
    .map(({ each }) => each);
}

/** A part of the catalogue; without a category when it is shown as one list. */
export type CatalogueGroup = {
  readonly category: string | undefined;
  readonly tools: readonly Integration[];
};

/** Returns what a search found: by category while everything is shown, otherwise as one list, the best match first. */
export function groupsOf(
  found: readonly Integration[],
  { query, category }: { readonly query: string; readonly category: string | undefined },
): CatalogueGroup[] {
  if (query.trim() !== '' || category !== undefined) return [{ category: undefined, tools: found }];
  const rankOfTool = ({ name }: Integration) =>
    forAnything.includes(name) ? forAnything.indexOf(name) : forAnything.length;
  return categoriesOf(found).map((each) => ({
    category: each,
    tools: found
      .filter((tool) => tool.category === each)
      .toSorted((one, other) => rankOfTool(one) - rankOfTool(other)),
  }));
}

/** Returns a name that no account of `taken` has, compared without case: `Grafana`, then `Grafana 2`. */
export function freeName(name: string, taken: Iterable<string>): string {
  const used = new Set(Array.from(taken, foldCase));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!used.has(foldCase(candidate))) return candidate;
  }
}

/** Returns the part of a bot's address before `-bot@` that follows from a name, and that none of the addresses has. */
export function freeShortName(name: string, domain: string, addresses: Iterable<string>): string {
  const used = new Set(Array.from(addresses, (address) => address.toLowerCase()));
  const base = shortNameOf(name) || 'webhook';
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base}-${number}`;
    if (!used.has(`${candidate}-bot@${domain}`.toLowerCase())) return candidate;
  }
}

import type { Integration } from '../domain/integration.ts';
import { catalogueByName } from '../gen/catalogue.ts';

export const catalogue: ReadonlyMap<string, Integration> = new Map(
  Object.values(catalogueByName).map((each: Integration) => [each.name, each]),
);

/** Integrations in the order of the page: by title. */
export const integrations: readonly Integration[] = [...catalogue.values()].toSorted((one, other) =>
  one.title.localeCompare(other.title, 'en'),
);

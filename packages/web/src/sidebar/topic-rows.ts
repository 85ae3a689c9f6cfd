/** Rows of the topics of a channel in the sidebar. */
import { foldCase } from '@parley/client';
import { type Accessor, createSignal, type Setter } from 'solid-js';

/** The row of a topic. Its name changes when the topic is renamed. */
export type TopicRow = { readonly name: Accessor<string> };

/** How many renamings that arrive together are followed. */
const maxRenamings = 5;

type Kept = TopicRow & { readonly setName: Setter<string> };

/** A row stays the same object when its topic is renamed, so that what is open at it, such as its menu, stays open. */
export class TopicRows {
  #rows: readonly Kept[] = [];
  readonly #renamed: (topic: string) => string | undefined;

  /** @param renamed returns the present name of a topic of the channel that was renamed; undefined for other topics */
  constructor(renamed: (topic: string) => string | undefined) {
    this.#renamed = renamed;
  }

  of(topics: readonly string[]): readonly TopicRow[] {
    const wanted = new Set(topics.map(foldCase));
    const kept = new Map<string, Kept>();
    for (const row of this.#rows) {
      const name = foldCase(row.name());
      if (wanted.has(name)) kept.set(name, row);
    }
    for (const row of this.#rows) {
      if (wanted.has(foldCase(row.name()))) continue;
      const name = foldCase(this.#presentName(row.name(), wanted));
      if (!kept.has(name)) kept.set(name, row);
    }
    this.#rows = topics.map((topic) => {
      const row = kept.get(foldCase(topic)) ?? createRow(topic);
      row.setName(topic);
      return row;
    });
    return this.#rows;
  }

  /** Returns the name of a topic after it was renamed, also several times at once. */
  #presentName(topic: string, wanted: ReadonlySet<string>): string {
    let name = topic;
    for (let count = 0; count < maxRenamings && !wanted.has(foldCase(name)); count++) {
      name = this.#renamed(name) ?? name;
    }
    return name;
  }
}

function createRow(topic: string): Kept {
  const [name, setName] = createSignal(topic);
  return { name, setName };
}

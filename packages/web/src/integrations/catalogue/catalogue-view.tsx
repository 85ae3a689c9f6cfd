import { Webhook } from 'lucide';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { SearchField } from '../../forms/fields.tsx';
import { t } from '../../i18n/index.ts';
import { listKeys } from '../../lib/keys-and-focus/list-keys.ts';
import { Icon } from '../../ui/icon.tsx';
import { MissingRight, ToolIcon, useBotRights } from '../parts.tsx';
import { type IntegrationsText, integrationsTexts, n } from '../texts.ts';
import {
  categoriesOf,
  generic,
  groupsOf,
  type Integration,
  outgoing,
  searchIntegrations,
} from './catalogue.ts';

/** Returns a category in the reader's language. */
function categoryInWords(category: string): string {
  const name = `category-${category.replaceAll(' ', '-')}`;
  return integrationsTexts.has(name) ? n(name as IntegrationsText) : category;
}

/** The entry of the catalogue that leads to programs which get messages. */
const outgoingEntry = (): Integration => ({
  name: outgoing,
  title: n('outgoingTitle'),
  about: n('outgoingAbout'),
  category: 'general',
  icon: { text: '', color: '#5c6670' },
  events: [],
  options: [],
  setup: [],
  takes_secret: false,
});

/** Creates what the person looks for in the catalogue. Call it inside a component. */
function createSearch(props: { integrations: readonly Integration[] }) {
  const [query, setQuery] = createSignal('');
  const [category, setCategory] = createSignal<string>();
  const all = createMemo((): Integration[] => [
    ...props.integrations.map((each) =>
      each.name === generic ? { ...each, about: `${each.about} ${n('genericAbout')}` } : each,
    ),
    outgoingEntry(),
  ]);
  const found = createMemo(() => searchIntegrations(all(), { query: query(), category: category() }));
  const groups = createMemo(() => groupsOf(found(), { query: query(), category: category() }));
  return { query, setQuery, category, setCategory, all, found, groups };
}

/** Lists all tools that can be connected, with a search and their categories. */
export function CatalogueView(props: { base: string; integrations: readonly Integration[] }) {
  const rights = useBotRights();
  const search = createSearch(props);
  const { found } = search;
  const hrefOf = ({ name }: Integration) =>
    name === outgoing ? `${props.base}/outgoing` : `${props.base}/add/${name}`;
  return (
    <>
      <p class="muted">{n('catalogueHelp')}</p>
      <Show when={!rights.incoming()}>
        <MissingRight kind="incoming" />
      </Show>
      <div class="catalogue-filter">
        <SearchField label={n('searchCatalogue')} value={search.query()} onChange={search.setQuery} />
        <Categories search={search} />
        <p class="muted" role="status">
          {found().length === 0 ? t('nothingFound') : n('toolCount', { count: found().length })}
        </p>
      </div>
      <div class="tool-groups" ref={listKeys}>
        <For each={search.groups()}>{(group) => <Group group={group} hrefOf={hrefOf} />}</For>
      </div>
    </>
  );
}

function Categories({ search: { category, setCategory, all } }: { search: ReturnType<typeof createSearch> }) {
  return (
    <div class="category-list" role="group" aria-label={n('category')}>
      <For each={[undefined, ...categoriesOf(all())]}>
        {(each) => (
          <button
            type="button"
            class="choice-chip"
            aria-pressed={category() === each}
            onClick={() => setCategory(each)}
          >
            {each === undefined ? n('allCategories') : categoryInWords(each)}
          </button>
        )}
      </For>
    </div>
  );
}

function Group(props: { group: ReturnType<typeof groupsOf>[number]; hrefOf: (tool: Integration) => string }) {
  const { group } = props;
  return (
    <section class="tool-group">
      <Show when={group.category}>{(each) => <h3>{categoryInWords(each())}</h3>}</Show>
      <ul
        class="tool-grid"
        aria-label={group.category === undefined ? n('catalogue') : categoryInWords(group.category)}
      >
        <For each={group.tools}>{(tool) => <ToolCard tool={tool} href={props.hrefOf(tool)} />}</For>
      </ul>
    </section>
  );
}

function ToolCard(props: { tool: Integration; href: string }) {
  return (
    <li>
      <a class="tool-card" href={props.href} data-list-item>
        <Show when={props.tool.name === outgoing} fallback={<ToolIcon icon={props.tool.icon} />}>
          <span class="integration-icon">
            <Icon of={Webhook} size={20} />
          </span>
        </Show>
        <span class="row-main is-whole">
          <span>{props.tool.title}</span>
          <span class="muted">{props.tool.about}</span>
        </span>
      </a>
    </li>
  );
}

import { ChevronLeft, X } from 'lucide';
import { type Accessor, createEffect, ErrorBoundary, For, type JSX, on, Show, Suspense } from 'solid-js';
import { listKeys } from '../lib/keys-and-focus/list-keys.ts';
import { useOneColumn } from '../lib/window/window-width.ts';
import type { PageView } from '../router/page-address.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import './page-styles.ts';
import { useParley } from '../model/parley.tsx';
import { usePageAbove } from './page-above.tsx';
import { f } from './texts.ts';

export type Section = {
  readonly name: string;
  readonly title: string;
  /** Title of a group of sections that begins with this section. */
  readonly group?: string;
  readonly isVisible?: () => boolean;
  readonly view: () => JSX.Element;
};

/** Returns a signal of the path segments after the first one, on pages of settings; empty elsewhere. */
export function usePagePath(): Accessor<readonly string[]> {
  const { router } = useParley();
  return () => {
    const present = router.route();
    return 'path' in present ? present.path : [];
  };
}

const hrefs: Readonly<Record<PageView, string>> = {
  settings: '#settings',
  organization: '#organization',
  'channel-settings': '#channels',
};

type PageProps = { view: PageView; title: string };

/** Returns the sections that the person sees, and which of them the address names. Call it inside a component. */
function createPage(sections: readonly Section[]) {
  const isNarrow = useOneColumn();
  const pagePath = usePagePath();
  const visible = () => sections.filter((section) => section.isVisible?.() ?? true);
  const chosen = () => {
    const [name] = pagePath();
    if (name === undefined) return isNarrow() ? undefined : visible()[0];
    return visible().find((section) => section.name === name);
  };
  const isListShown = () => !isNarrow() || pagePath().length === 0;
  const isWrongAddress = () => chosen() === undefined && pagePath().length > 0;
  return { isNarrow, visible, chosen, isListShown, isWrongAddress };
}

type Page = ReturnType<typeof createPage>;

/** Sections on the left, the chosen one on the right; in narrow windows one of both. */
export function SectionedPage(props: PageProps & { sections: readonly Section[] }) {
  // Reads the property once, because each read would create the sections anew.
  const page = createPage(props.sections);
  const { isNarrow, isListShown } = page;
  return (
    <div class="pages">
      <Show when={isListShown()}>
        <SectionList {...{ page }} view={props.view} title={props.title} />
      </Show>
      <Show when={!isListShown() || !isNarrow()}>
        <SectionFrame {...{ page }} view={props.view} title={props.title} />
      </Show>
    </div>
  );
}

function SectionList(props: PageProps & { page: Page }) {
  const { visible, chosen } = props.page;
  return (
    <nav class="pages-list" aria-label={props.title} ref={listKeys}>
      <header class="view-head">
        <PageClose />
        <h1>{props.title}</h1>
      </header>
      <ul class="view-scroll">
        <For each={visible()}>
          {(section) => (
            <>
              <Show when={section.group}>{(title) => <li class="pages-group muted">{title()}</li>}</Show>
              <li class="nav-row">
                <a
                  href={`${hrefs[props.view]}/${section.name}`}
                  aria-current={chosen() === section ? 'page' : undefined}
                  data-list-item
                >
                  {section.title}
                </a>
              </li>
            </>
          )}
        </For>
      </ul>
    </nav>
  );
}

function SectionFrame(props: PageProps & { page: Page }) {
  const { isNarrow, chosen } = props.page;
  const above = usePageAbove();
  let heading: HTMLHeadingElement | undefined;
  // Narrow windows hide the link that was pressed, so the focus moves to the heading of the section.
  createEffect(
    on(
      () => chosen()?.name,
      () => {
        if (isNarrow()) queueMicrotask(() => heading?.focus());
      },
      { defer: true },
    ),
  );
  return (
    <div class="pages-section">
      <header class="view-head">
        <Show when={isNarrow()}>
          <h1 class="visually-hidden">{props.title}</h1>
          <BackLink href={above()?.href ?? hrefs[props.view]} label={above()?.label ?? f('backToSections')} />
        </Show>
        <h2 tabindex="-1" ref={heading}>
          {chosen()?.title ?? props.title}
        </h2>
      </header>
      <SectionBody page={props.page} />
    </div>
  );
}

function SectionBody({ page: { isWrongAddress, chosen } }: { page: Page }) {
  return (
    <div class="view-scroll">
      <Show when={!isWrongAddress()} fallback={<p class="empty">{f('cannotSeeMore')}</p>}>
        <ErrorBoundary fallback={(error, retry) => <LoadFailure error={error} onRetry={retry} />}>
          <Suspense fallback={<div class="skeleton" />}>
            <Show when={chosen()} keyed>
              {(section) => <div class="page-body">{section.view()}</div>}
            </Show>
          </Suspense>
        </ErrorBoundary>
      </Show>
    </div>
  );
}

/** Renders the link back to the view from which the person came. On phones, it looks like every way back. */
export function PageClose() {
  const parley = useParley();
  const isNarrow = useOneColumn();
  return (
    <a
      class="icon-button page-close"
      classList={{ 'is-back': isNarrow() }}
      href={parley.router.hrefBeforePages()}
      aria-label={f('closePage')}
      title={f('closePage')}
    >
      <Icon of={isNarrow() ? ChevronLeft : X} size={20} />
    </a>
  );
}

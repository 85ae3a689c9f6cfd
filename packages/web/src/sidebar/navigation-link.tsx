import { type IconNode, MoreHorizontal } from 'lucide';
import { createSignal, createUniqueId, For, type JSX, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import type { RowActions } from '../lib/lists/pointed-row.ts';
import { clipWhenLong } from '../lib/text/fitting-text.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { takeRowKeys } from '../ui/row-keys.ts';
import { UnreadBadge, unreadDescription } from '../ui/unread-badge.tsx';
import type { QuickAction } from './row-entries.ts';

const hasModifier = (event: MouseEvent): boolean =>
  event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/**
 * Renders a link of the navigation. Its accessible name is the view's name, and its description is the number of unread
 * messages.
 */
export function NavigationLink(props: {
  href: string;
  label: string;
  isCurrent: boolean;
  icon?: IconNode;
  lead?: JSX.Element;
  /** Content after the name, in rows with several lines. */
  detail?: JSX.Element;
  count?: number | undefined;
  /** How many of the unread messages concern the person. */
  personal?: number | undefined;
  /** Whether all that concern the person are mentions, which the count says. */
  areMentions?: boolean;
  isMuted?: boolean;
  /** A count to show without emphasis. */
  quiet?: number;
  class?: string;
  /** Actions of the row. Right click, long press and the context menu key open them, and a button while the pointer is on the row. */
  entries?: () => readonly MenuEntry[];
  /** The actions that people need most. Buttons for them are beside the menu while the pointer is on the row. */
  quick?: readonly QuickAction[];
  /** What keys do with the row. */
  keys?: RowActions;
  onRow?: (row: HTMLElement) => void;
  /** Called instead of following the link, except when the person opens it in another window. */
  onOpen?: () => void;
}) {
  const parley = useParley();
  const id = createUniqueId();
  const [isPointed, setPointed] = createSignal(false);
  const [isMenuOpen, setMenuOpen] = createSignal(false);
  const count = () => props.count ?? 0;
  const counts = () => ({
    count: count(),
    personal: Math.min(count(), props.personal ?? 0),
    areMentions: props.areMentions ?? false,
  });
  return (
    <li
      class={`nav-row ${props.class ?? ''}`}
      classList={{ 'is-muted': props.isMuted ?? false }}
      ref={(row) => {
        props.onRow?.(row);
        if (props.keys) takeRowKeys(parley, row, props.keys);
        if (!props.entries) return;
        // Fingers press for long instead.
        row.addEventListener('pointerenter', ({ pointerType }) => setPointed(pointerType !== 'touch'));
        row.addEventListener('pointerleave', () => setPointed(false));
        row.addEventListener('contextmenu', (event) => {
          event.preventDefault();
          setMenuOpen(true);
        });
      }}
    >
      <a
        href={props.href}
        onClick={(event) => {
          if (!props.onOpen || event.button !== 0 || hasModifier(event)) return;
          event.preventDefault();
          props.onOpen();
        }}
        aria-label={props.label}
        aria-current={props.isCurrent ? 'page' : undefined}
        aria-describedby={unreadDescription(id, counts())}
        classList={{ 'has-unread': count() > 0 }}
      >
        <Show when={props.icon}>{(icon) => <Icon of={icon()} />}</Show>
        <Show when={props.lead}>{(lead) => <span class="nav-lead">{lead()}</span>}</Show>
        <span
          class="nav-label"
          dir={directionOf(props.label)}
          ref={(element) => clipWhenLong(element, () => [props.label, count() > 0, props.quiet])}
        >
          {props.label}
        </span>
        {props.detail}
      </a>
      <UnreadBadge counts={counts()} id={id} />
      {/* Hundreds of buttons would make each frame more expensive, so only the row that is pointed at has them. */}
      <QuickButtons actions={isPointed() ? props.quick : undefined} />
      <Show when={props.entries && (isPointed() || isMenuOpen())}>
        <Menu
          label={t('actionsOf', { what: props.label })}
          class="icon-button row-actions"
          isSkipped
          isOpen={isMenuOpen()}
          onOpenChange={setMenuOpen}
          entries={() => props.entries?.() ?? []}
        >
          <Icon of={MoreHorizontal} />
        </Menu>
      </Show>
      <Show when={count() === 0 && (props.quiet ?? 0) > 0}>
        <span class="badge muted" aria-hidden="true">
          {props.quiet}
        </span>
      </Show>
    </li>
  );
}

/** Renders buttons of a row. Keys open the menu of the row, which has these actions, too. */
function QuickButtons(props: { actions: readonly QuickAction[] | undefined }) {
  return (
    <For each={props.actions}>
      {({ label, icon, run }) => (
        <button
          type="button"
          class="icon-button row-actions"
          aria-label={label}
          title={label}
          tabindex={-1}
          // The focus stays where the person was: the button goes with its action, and the next key is not for it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run()}
        >
          <Icon of={icon} />
        </button>
      )}
    </For>
  );
}

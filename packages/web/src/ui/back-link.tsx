import { ChevronLeft } from 'lucide';
import { Icon } from './icon.tsx';

/** Renders the link from a page to the one above it. */
export function BackLink(props: { href: string; label: string }) {
  return (
    <a class="icon-button is-back" href={props.href} aria-label={props.label} title={props.label}>
      <Icon of={ChevronLeft} size={20} />
    </a>
  );
}

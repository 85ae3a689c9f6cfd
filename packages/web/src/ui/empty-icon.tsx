import type { IconNode } from 'lucide';
import { Icon } from './icon.tsx';

/** Renders the picture above the text of an empty view. */
export function EmptyIcon(props: { of: IconNode }) {
  return (
    <div class="empty-icon">
      <Icon of={props.of} size={32} />
    </div>
  );
}

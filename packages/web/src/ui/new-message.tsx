import { SquarePen } from 'lucide';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from './icon.tsx';

/** Renders the button with which a message to anyone begins, also where the view has no box to write in. */
export function NewMessageButton(props: { class: string }) {
  const parley = useParley();
  const start = () => {
    // The sidebar covers the box of the inbox where it is the view itself.
    if (['channels', 'direct'].includes(parley.router.route().view)) parley.router.go('#inbox');
    parley.composing.ask({ place: 'new-direct' });
  };
  return (
    <button
      type="button"
      class={props.class}
      aria-label={t('newMessage')}
      title={t('newMessage')}
      onClick={start}
    >
      <Icon of={SquarePen} size={20} />
    </button>
  );
}

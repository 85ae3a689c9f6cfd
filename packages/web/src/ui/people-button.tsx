import { Users } from 'lucide';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from './icon.tsx';
import { panelsOf } from './panels.ts';

/** Renders the button that shows and hides the list of people. */
export function PeopleButton() {
  const panels = panelsOf(useParley());
  return (
    <button
      type="button"
      class="icon-button people-toggle"
      aria-label={t('people')}
      title={t('people')}
      aria-pressed={panels.arePeopleShown()}
      onClick={() => panels.togglePeople()}
    >
      <Icon of={Users} size={20} />
    </button>
  );
}

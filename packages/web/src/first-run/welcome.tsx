/** Steps that follow the creation of the organization: its first channels, and invitations. */
import { createEffect, Match, Switch } from 'solid-js';
import { formTexts } from '../forms/texts.ts';
import { useIsAdministrator } from '../model/self.ts';
import '../styles/first-run.css';
import '../forms/page-styles.ts';
import { useParley } from '../model/parley.tsx';
import { FirstChannels } from './first-channels.tsx';
import { FirstInvitations } from './first-invitations.tsx';
import { firstRunTexts } from './texts.ts';

await Promise.all([firstRunTexts.load(), formTexts.load()]);

export default function Welcome() {
  const parley = useParley();
  const isAdministrator = useIsAdministrator();
  // Only administrators see these pages. Other people are redirected to their inbox.
  createEffect(() => {
    if (!isAdministrator()) parley.router.replace('#inbox');
  });
  const step = () => {
    const present = parley.router.route();
    return present.view === 'welcome' ? present.step : undefined;
  };
  return (
    <Switch>
      <Match when={step() === 'channels'}>
        <FirstChannels />
      </Match>
      <Match when={step() === 'invitations'}>
        <FirstInvitations />
      </Match>
    </Switch>
  );
}

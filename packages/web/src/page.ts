// Before all other modules, so that it handles keys first.
import './lib/keys-and-focus/key-gate.ts';

import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/sidebar.css';
import './styles/people.css';
import './styles/views.css';
import './styles/cards.css';
import './styles/dialogs.css';
import './styles/account.css';
import './styles/narrow.css';
import './styles/narrow-sidebar.css';
import './styles/messages.css';
import './styles/widgets.css';
import './styles/message-touch.css';
import './styles/content.css';
import './styles/voice-messages.css';
import './styles/compose.css';
import './styles/compose-place.css';
import './styles/fingers.css';
import './styles/print.css';
import { chooseLanguage } from './i18n/index.ts';
import { limitLengths } from './lib/keys-and-focus/length-gate.ts';

/** Prepares a page for clients: keys, lengths of texts, styles and the language. */
export async function preparePage(): Promise<void> {
  limitLengths();
  await chooseLanguage(navigator.languages);
}

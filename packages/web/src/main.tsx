// Before all other modules, so that it handles keys first.
import './lib/keys-and-focus/key-gate.ts';

import { render } from 'solid-js/web';
import { App } from './app.tsx';
import { preparePage } from './page.ts';

await preparePage();
const root = document.getElementById('app');
if (!root) throw new Error('The page has no place for the client.');
render(() => <App root={root} />, root);

/** What the server writes to people, by language. */
export { type Texts, textsIn, welcomeIn } from './texts.ts';

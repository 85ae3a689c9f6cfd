import { publicTexts, v } from './texts.ts';

await publicTexts.load();

/** Renders the link from the sign-in page to the public channels. */
export default function LookAround() {
  return <a href="#public">{v('lookAround')}</a>;
}

import { publicTexts, v } from './texts.ts';

await publicTexts.load();

/** The way from the sign-in to the public channels. */
export default function LookAround() {
  return <a href="#public">{v('lookAround')}</a>;
}

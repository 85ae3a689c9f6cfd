import type { IconNode } from 'lucide';
import type { JSX } from 'solid-js';

const drawn = new WeakMap<IconNode, SVGElement>();

/** Renders a Lucide icon. It is hidden from assistive technology, because its button or link has a name. */
export function Icon(props: { of: IconNode; size?: 16 | 20 | 32 }): JSX.Element {
  return (() => pictureOf(props.of, props.size ?? 16)) as unknown as JSX.Element;
}

/** Returns a copy of the icon's SVG element. Cloning is faster than building the elements, and each message has several icons. */
function pictureOf(icon: IconNode, size: number): SVGElement {
  const known = drawn.get(icon) ?? draw(icon);
  drawn.set(icon, known);
  const copy = known.cloneNode(true) as SVGElement;
  copy.setAttribute('width', `${size / 16}rem`);
  copy.setAttribute('height', `${size / 16}rem`);
  if (size === 32) copy.setAttribute('stroke-width', '1.5');
  return copy;
}

const shared = {
  'aria-hidden': 'true',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '2',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  class: 'icon',
};

function draw(icon: IconNode): SVGElement {
  const picture = elementOf('svg', shared);
  for (const [tag, attributes] of icon) picture.append(elementOf(tag, attributes));
  return picture;
}

function elementOf(
  tag: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  return element;
}

/** The icon of the page's tab, with the number of messages that are important to the person. */
import { desktopBridge } from '../../lib/window/desktop-bridge.ts';

const size = 64;
const maxShown = 9;
/** The desktop app marks its icon in the dock while the address of the page's icon contains this text. */
const directMark = '#favicon-pms';
let original: string | undefined;
let shown = '';

/**
 * Adds a badge to the icon: the number of important messages, a dot if there are only other unread messages, or nothing. Tells the
 * desktop app whether there are unread direct messages.
 */
export function badgeIcon(mentions: number, unread: number, { hasDirect }: { hasDirect: boolean }): void {
  const badge =
    mentions > maxShown ? `${maxShown}+` : mentions > 0 ? String(mentions) : unread > 0 ? '•' : '';
  const mark = hasDirect && desktopBridge() ? directMark : '';
  const state = badge + mark;
  if (state === shown) return;
  shown = state;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  original ??= link.getAttribute('href') ?? '';
  if (badge === '') link.setAttribute('href', original + mark);
  else void draw(original, badge).then((url) => shown === state && link.setAttribute('href', url + mark));
}

async function draw(source: string, badge: string): Promise<string> {
  const icon = new Image(size, size);
  icon.src = source;
  await icon.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no icons.');
  context.drawImage(icon, 0, 0, size, size);
  const isDot = badge === '•';
  const radius = isDot ? 12 : 20;
  context.beginPath();
  context.arc(size - radius, size - radius, radius, 0, 2 * Math.PI);
  context.fillStyle = isDot ? '#4a57c9' : '#c4272e';
  context.fill();
  context.lineWidth = 4;
  context.strokeStyle = 'white';
  context.stroke();
  if (!isDot) {
    context.fillStyle = 'white';
    context.font = `bold ${badge.length > 1 ? 24 : 30}px sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(badge, size - radius, size - radius + 2);
  }
  return canvas.toDataURL('image/png');
}

import { createEffect, createSignal, onMount } from 'solid-js';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';

const least = 200;
const most = 400;
const usual = 260;
const step = 16;

/**
 * Renders the edge of the left sidebar. Dragging it or pressing arrow keys changes the sidebar's width, which is stored on this
 * device.
 */
export function SidebarResizer() {
  const parley = useParley();
  const [width, setWidth] = createSignal<number>();
  let edge!: HTMLHRElement;
  onMount(async () => {
    const known = await parley.device.read('sidebarWidth');
    if (known !== undefined) setWidth(within(known));
  });
  createEffect(() => {
    const present = width();
    const workspace = edge.closest<HTMLElement>('.workspace');
    if (present !== undefined) workspace?.style.setProperty('--sidebar-width', `${present}px`);
    else workspace?.style.removeProperty('--sidebar-width');
  });
  const change = (wanted: number) => {
    setWidth(within(wanted));
    void parley.device.write('sidebarWidth', within(wanted));
  };
  const isRightToLeft = () => getComputedStyle(edge).direction === 'rtl';
  const onKeyDown = (event: KeyboardEvent) => {
    const present = width() ?? usual;
    const towardsEnd = isRightToLeft() ? 'ArrowLeft' : 'ArrowRight';
    const towardsStart = isRightToLeft() ? 'ArrowRight' : 'ArrowLeft';
    if (event.key === towardsEnd) change(present + step);
    else if (event.key === towardsStart) change(present - step);
    else if (event.key === 'Home') change(least);
    else if (event.key === 'End') change(most);
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent) => {
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    const onMove = ({ clientX }: PointerEvent) => change(isRightToLeft() ? innerWidth - clientX : clientX);
    edge.addEventListener('pointermove', onMove);
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', onMove), {
      once: true,
    });
  };
  return (
    <hr
      ref={edge}
      class="sidebar-edge"
      aria-orientation="vertical"
      aria-label={t('resizeSidebar')}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={width() ?? usual}
      tabindex="0"
      on:keydown={onKeyDown}
      onPointerDown={onPointerDown}
      onDblClick={() => change(usual)}
    />
  );
}

const within = (width: number): number => Math.round(Math.min(most, Math.max(least, width)));

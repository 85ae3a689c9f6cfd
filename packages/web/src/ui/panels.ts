import { createSignal } from 'solid-js';

/** A panel that lies over the view where the window is too narrow for it beside the view. */
export type Panel = 'people' | 'navigation';

const [openPanel, setOpenPanel] = createSignal<Panel>();
/** Whether the people stand beside the view where there is room. */
const [isPeopleFolded, setPeopleFolded] = createSignal(false);

export { isPeopleFolded, openPanel, setOpenPanel, setPeopleFolded };

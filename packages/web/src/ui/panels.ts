import { createSignal } from 'solid-js';

/** A panel that covers the view when the window is too narrow to show both. */
export type Panel = 'people' | 'navigation';

const [openPanel, setOpenPanel] = createSignal<Panel>();
/** Whether the people panel is shown beside the view in wide windows. */
const [isPeopleFolded, setPeopleFolded] = createSignal(false);

export { isPeopleFolded, openPanel, setOpenPanel, setPeopleFolded };

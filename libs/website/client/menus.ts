const OPEN_MENUS = 'details:is(.more, .filter-menu)[open]';

/** Closes menus that cover the page on Escape and on a press elsewhere, like popovers. */
function closeMenus(event: Event): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN_MENUS)) {
    const isInside = menu.contains(event.target as Node);
    if (event instanceof KeyboardEvent ? event.key !== 'Escape' : isInside) continue;
    menu.open = false;
    if (isInside) menu.querySelector('summary')!.focus();
  }
}

addEventListener('click', closeMenus);
addEventListener('keydown', closeMenus);

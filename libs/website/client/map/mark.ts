/** Marks the pin or cluster of the card under the pointer or with the focus. */
export function markOnHover(): void {
  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, ({ target }) => {
      const card = (target as Element).closest<HTMLElement>('.map-list [data-marker]');
      for (const marker of document.querySelectorAll<SVGElement>('.map [data-marker]')) {
        marker.classList.toggle('marked', marker.dataset.marker === card?.dataset.marker);
      }
    });
  }
}

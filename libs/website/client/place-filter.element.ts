import { matchesPlace } from '../../geography/src/place-names.ts';

/** Filters the places on the page while the visitor types. Without JavaScript the form is sent. */
customElements.define(
  'mnbd-place-filter',
  class extends HTMLElement {
    connectedCallback(): void {
      const field = this.querySelector('input')!;
      const none = this.querySelector<HTMLElement>('[role="status"] span')!;
      const places = [...document.querySelectorAll<HTMLElement>('.index li')];
      field.addEventListener('input', () => {
        for (const place of places) {
          place.hidden = !matchesPlace(place.querySelector('bdi')!.textContent, field.value);
        }
        none.hidden = places.some(({ hidden }) => !hidden);
      });
    }
  },
);

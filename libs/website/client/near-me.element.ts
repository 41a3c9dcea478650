/**
 * Decimals of the coordinates: precise to about 100 m, which is enough for a search and reveals no
 * more.
 */
const DECIMALS = 3;
const MAX_WAIT_MS = 10_000;

/**
 * Adds a "Near me" button to the place field. Pressing it requests the position, which becomes the
 * field's value. The field shows "Near you".
 */
customElements.define(
  'mnbd-near-me',
  class extends HTMLElement {
    private readonly input = this.querySelector('input')!;
    private readonly status = document.createElement('span');

    connectedCallback(): void {
      if (!('geolocation' in navigator) || this.querySelector('button')) return;
      const press = document.createElement('button');
      press.type = 'button';
      press.className = 'inside';
      press.textContent = this.dataset.press ?? '';
      press.addEventListener('click', () => this.locate());
      this.status.role = 'status';
      this.append(press, this.status);
      if (this.input.dataset.near) this.show(this.input.value);
    }

    private locate(): void {
      this.status.textContent = this.dataset.locating ?? '';
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          this.status.textContent = '';
          this.show(`${coords.latitude.toFixed(DECIMALS)},${coords.longitude.toFixed(DECIMALS)}`);
          this.input.form?.requestSubmit();
        },
        () => {
          this.status.textContent = this.dataset.failed ?? '';
          this.input.focus();
        },
        { timeout: MAX_WAIT_MS, maximumAge: 60_000 },
      );
    }

    /** Stores the position in a hidden field until the visitor types something else. */
    private show(position: string): void {
      this.querySelector('input[type=hidden]')?.remove();
      const hidden = document.createElement('input');
      hidden.type = 'hidden';
      hidden.name = this.input.name || 'where';
      hidden.value = position;
      this.append(hidden);
      this.input.removeAttribute('name');
      this.input.value = this.dataset.found ?? '';
      this.input.addEventListener(
        'beforeinput',
        () => {
          hidden.remove();
          this.input.name = 'where';
          this.input.value = '';
        },
        { once: true },
      );
    }
  },
);

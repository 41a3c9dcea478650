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
    /** Holds the position while the field shows "Near you". */
    private readonly position = document.createElement('input');

    connectedCallback(): void {
      if (!('geolocation' in navigator) || this.querySelector('button')) return;
      const press = document.createElement('button');
      press.type = 'button';
      press.className = 'inside';
      press.textContent = this.dataset.press ?? '';
      press.addEventListener('click', () => this.locate());
      this.status.role = 'status';
      this.append(press, this.status);
      this.position.type = 'hidden';
      this.position.name = this.input.name;
      this.input.addEventListener('beforeinput', (event) => this.forget(event));
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
      this.position.value = position;
      this.append(this.position);
      this.input.removeAttribute('name');
      // It is not text that the visitor typed.
      this.input.value = this.input.defaultValue = this.dataset.found ?? '';
    }

    private forget({ inputType }: InputEvent): void {
      const isEnter = inputType === 'insertLineBreak';
      if (isEnter || !this.position.isConnected) return;
      this.position.remove();
      this.input.name = this.position.name;
      this.input.value = '';
    }
  },
);

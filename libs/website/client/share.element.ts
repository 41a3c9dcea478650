/**
 * Adds a "Share" button, which copies the address on devices without a share dialog, and a "Print"
 * button. Both require JavaScript.
 */

function button(label: string, onPress: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', onPress);
  return made;
}

customElements.define(
  'mnbd-share',
  class extends HTMLElement {
    connectedCallback(): void {
      const { press = '', copied = '' } = this.dataset;
      const status = document.createElement('span');
      status.role = 'status';
      const share = async () => {
        // Unlike the page's address, it never contains the result of a form, such as "?reported=yes".
        const url = document.querySelector<HTMLMetaElement>('[property="og:url"]')!.content;
        if (navigator.share) {
          return navigator.share({ title: document.title, url }).catch(() => undefined);
        }
        try {
          await navigator.clipboard.writeText(url);
          status.textContent = copied;
        } catch {
          // Without permission, or without HTTPS, where browsers have no clipboard.
          status.textContent = url;
        }
      };
      this.replaceChildren(
        button(press, () => void share()),
        status,
      );
    }
  },
);

customElements.define(
  'mnbd-print',
  class extends HTMLElement {
    connectedCallback(): void {
      this.replaceChildren(button(this.dataset.press ?? '', () => print()));
    }
  },
);

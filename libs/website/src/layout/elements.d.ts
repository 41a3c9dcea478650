import type { HTMLAttributes } from 'preact';

type CustomElement = HTMLAttributes<HTMLElement> & Record<`data-${string}`, unknown>;

declare module 'preact' {
  namespace JSX {
    /** Custom elements defined in `libs/website/client`. */
    interface IntrinsicElements {
      'mnbd-suggestions': CustomElement;
      'mnbd-month': CustomElement;
      'mnbd-near-me': CustomElement;
      'mnbd-save': CustomElement;
      'mnbd-saved-list': CustomElement;
      'mnbd-share': CustomElement;
      'mnbd-place-filter': CustomElement;
      'mnbd-print': CustomElement;
    }
  }
}

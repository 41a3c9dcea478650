import type { ComponentChildren } from 'preact';

interface Properties {
  id: string;
  title: ComponentChildren;
  /** Items that the section lists. Without any, it renders nothing. */
  items?: readonly unknown[];
  class?: string;
  children: ComponentChildren;
}

/** A section of a page, named by its heading. */
export function Section({ id, title, items, class: className, children }: Properties) {
  if (items?.length === 0) return null;
  return (
    <section class={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

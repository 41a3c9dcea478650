/** Returns the settings that the server puts on the page's root element. */
export function pageData(): DOMStringMap {
  return document.querySelector<HTMLElement>('#swagger-ui')!.dataset;
}

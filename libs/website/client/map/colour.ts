/** Returns a style sheet color as it appears in the current color scheme. */
export function colour(property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

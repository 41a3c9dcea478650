/** Maximum number of cached texts. */
const MAX_TEXTS = 10_000;

/**
 * Caches texts computed for comparisons. In a large building, each business is compared with
 * hundreds of others.
 */
export class TextCache {
  private readonly texts = new Map<string, string>();

  get(key: string, compute: () => string): string {
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    if (this.texts.size === MAX_TEXTS) this.texts.clear();
    const text = compute();
    this.texts.set(key, text);
    return text;
  }
}

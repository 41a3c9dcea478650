import { beginningOf, MAX_ENVELOPE, MAX_ROW } from '../limits.js';
import type { Line } from '../line-splitter.js';

/**
 * Splits the streamed text of a GeoJSON FeatureCollection into features, or of a JSON list into
 * objects. Holds only one of them at a time. The surrounding text is kept as the envelope.
 */
export class FeatureCutter {
  /** Envelope in UTF-16. A copy, so that no source chunk is retained. */
  private readonly around = Buffer.alloc(2 * MAX_ENVELOPE);
  private aroundLength = 0;
  private depth = 0;
  private line = 1;
  private inString = false;
  private isEscaped = false;
  /** Beginning of the last string at depth 1: the name of the next member. */
  private name = '';
  /** Position in the feature list, from 1. */
  private position = 1;
  /** Position of the first element of the feature list that is not an object. */
  strayPosition?: number;
  /** The feature being read. */
  private feature?: Line;
  /** True while the position is in the feature list but outside any feature. */
  private inFeatures: boolean;
  /** Nesting depth of the feature list. */
  private readonly listDepth: number;

  constructor(of: 'collection' | 'list' = 'collection') {
    this.inFeatures = of === 'list';
    this.listDepth = of === 'list' ? 1 : 2;
  }

  /** Text of the collection without its features. */
  get envelope(): string {
    return this.around.toString('utf16le', 0, 2 * this.aroundLength);
  }

  /** Reports whether the envelope exceeds its limit. */
  get isEnvelopeCut(): boolean {
    return this.aroundLength > MAX_ENVELOPE;
  }

  /** Returns the features that end in the text, numbered by their first lines. */
  push(text: string): Line[] {
    const features: Line[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) this.line++;
      if (this.inString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (code === BACKSLASH) this.isEscaped = true;
        else if (code === QUOTE) {
          this.inString = false;
          continue;
        }
        if (this.depth === 1 && this.name.length <= FEATURES.length) this.name += text[at];
        continue;
      }
      if (this.inFeatures && this.depth === this.listDepth) {
        if (code === COMMA) this.position++;
        else if (!BETWEEN_OBJECTS.includes(text[at]!)) this.strayPosition ??= this.position;
      }
      if (code === QUOTE) {
        this.inString = true;
        this.name = '';
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        if (this.inFeatures && this.depth === this.listDepth && code === OPEN_BRACE) {
          this.keep(text.slice(from, at));
          from = at;
          this.feature = { number: this.line, text: '', isCut: false };
        } else if (this.depth === this.listDepth - 1 && this.depth === 1) {
          this.inFeatures = code === OPEN_BRACKET && this.name === FEATURES;
        }
        this.depth++;
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        this.depth--;
        if (this.feature && this.depth === this.listDepth) {
          this.keep(text.slice(from, at + 1));
          from = at + 1;
          features.push(this.feature);
          this.feature = undefined;
        } else if (this.depth < this.listDepth) this.inFeatures = false;
      }
    }
    this.keep(text.slice(from));
    return features;
  }

  private keep(text: string): void {
    const { feature } = this;
    if (!feature) this.keepAround(text);
    else if (!feature.isCut) {
      feature.text += text;
      feature.isCut = feature.text.length > MAX_ROW;
      if (feature.isCut) feature.text = beginningOf(feature.text);
    }
  }

  private keepAround(text: string): void {
    // The commas between features are not part of the envelope.
    const rest = this.inFeatures ? text.replace(/^\s*,\s*/, '') : text;
    if (!this.isEnvelopeCut) this.around.write(rest, 2 * this.aroundLength, 'utf16le');
    this.aroundLength += rest.length;
  }
}

const FEATURES = 'features';
const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const BETWEEN_OBJECTS = ' \t\r\n{]';

import { beginningOf, MAX_ENVELOPE, MAX_ROW } from '../limits.js';

/** The text of one feature, or of the beginning of one that is too long. */
export interface FeatureText {
  /** Where it begins, counted from 1. */
  line: number;
  text: string;
  isCut: boolean;
}

/**
 * Cuts the text of a GeoJSON FeatureCollection, which comes in pieces, into its features, or that of
 * a JSON list into its objects, without ever holding more than one of them. What stands around them
 * is left as the envelope.
 */
export class FeatureCutter {
  /** In UTF-16, so that nothing of the pieces that it comes from is held. */
  private readonly around = Buffer.alloc(2 * MAX_ENVELOPE);
  private aroundLength = 0;
  private depth = 0;
  private line = 1;
  private inString = false;
  private isEscaped = false;
  /** At depth 1, the beginning of the last string: the name of the member whose value comes next. */
  private name = '';
  /** The beginning of a piece, up to which its text is taken. */
  private feature?: FeatureText;
  /** Whether what is read is in the list of the features, but in none of them. */
  private inFeatures: boolean;
  /** How deep that list is. */
  private readonly listDepth: number;

  constructor(of: 'collection' | 'list' = 'collection') {
    this.inFeatures = of === 'list';
    this.listDepth = of === 'list' ? 1 : 2;
  }

  /** The collection's text without its features. */
  get envelope(): string {
    return this.around.toString('utf16le', 0, 2 * this.aroundLength);
  }

  /** Whether the envelope is longer than what is kept of it. */
  get isEnvelopeCut(): boolean {
    return this.aroundLength > MAX_ENVELOPE;
  }

  push(text: string): FeatureText[] {
    const features: FeatureText[] = [];
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
      } else if (code === QUOTE) {
        this.inString = true;
        this.name = '';
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        if (this.inFeatures && this.depth === this.listDepth && code === OPEN_BRACE) {
          this.keep(text.slice(from, at));
          from = at;
          this.feature = { line: this.line, text: '', isCut: false };
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
    // Between two features there is only a comma, which the envelope can do without.
    const rest = this.inFeatures ? text.replace(/^\s*,\s*/, '') : text;
    if (!this.isEnvelopeCut) this.around.write(rest, 2 * this.aroundLength, 'utf16le');
    this.aroundLength += rest.length;
  }
}

const FEATURES = 'features';
const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

import { MAX_LINE } from '../line-splitter.js';

/** The text of one feature, or of the beginning of one that is too long. */
export interface FeatureText {
  /** Where it begins, counted from 1. */
  line: number;
  text: string;
  isCut: boolean;
}

/** What is kept of the text around the features: enough for names, a CRS and a bounding box. */
const MAX_ENVELOPE = 64 * 1024;
const KEPT_OF_CUT = 200;

/**
 * Cuts the text of a GeoJSON FeatureCollection, which comes in pieces, into its features, without
 * ever holding more than one of them. What stands around them is left as the envelope.
 */
export class FeatureCutter {
  /** The collection's text without its features. */
  envelope = '';
  private depth = 0;
  private line = 1;
  private inString = false;
  private isEscaped = false;
  /** The beginning of a piece, up to which its text is taken. */
  private feature?: FeatureText;
  /** At depth 2, whether the list is that of the features. */
  private inFeatures = false;

  push(text: string): FeatureText[] {
    const features: FeatureText[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) this.line++;
      if (this.inString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (code === BACKSLASH) this.isEscaped = true;
        else if (code === QUOTE) this.inString = false;
      } else if (code === QUOTE) this.inString = true;
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        if (this.inFeatures && this.depth === 2 && code === OPEN_BRACE) {
          this.keep(text.slice(from, at));
          from = at;
          this.feature = { line: this.line, text: '', isCut: false };
        } else if (this.depth === 1 && code === OPEN_BRACKET) {
          this.inFeatures = FEATURES.test(this.envelope + text.slice(from, at));
        }
        this.depth++;
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        this.depth--;
        if (this.feature && this.depth === 2) {
          this.keep(text.slice(from, at + 1));
          from = at + 1;
          features.push(this.feature);
          this.feature = undefined;
        } else if (this.depth === 1) this.inFeatures = false;
      }
    }
    this.keep(text.slice(from));
    return features;
  }

  private keep(text: string): void {
    const { feature } = this;
    if (!feature) {
      // Between two features there is only a comma, which the envelope can do without.
      const rest = this.inFeatures ? text.replace(/^\s*,\s*/, '') : text;
      this.envelope = (this.envelope + rest).slice(0, MAX_ENVELOPE);
    } else if (!feature.isCut) {
      feature.text += text;
      feature.isCut = feature.text.length > MAX_LINE;
      if (feature.isCut) feature.text = feature.text.slice(0, KEPT_OF_CUT);
    }
  }
}

const FEATURES = /"features"\s*:\s*$/;
const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

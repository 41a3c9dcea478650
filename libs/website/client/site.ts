import './near-me.element.ts';
import './share.element.ts';
import './suggestions.element.ts';
import './swap-in-place.ts';

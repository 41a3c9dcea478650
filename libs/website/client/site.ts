import './menus.ts';
import './near-me.element.ts';
import './place-filter.element.ts';
import './saved.element.ts';
import './share.element.ts';
import './submit-once.ts';
import './suggestions.element.ts';
import './swap-in-place.ts';
